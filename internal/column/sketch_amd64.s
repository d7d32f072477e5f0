#include "textflag.h"

// func sketchSumsAVX2(q *int8, codes *uint8, groups, blocks int, out *int32)
//
// A block has 16 rows: of each four codes, of the first four numbers, then of
// the next four, so that a lane is a row and nothing is summed across lanes. The
// codes of q are such that no pair of products leaves an int16.
TEXT ·sketchSumsAVX2(SB), NOSPLIT, $0-40
	MOVQ     q+0(FP), SI
	MOVQ     codes+8(FP), DI
	MOVQ     groups+16(FP), DX
	MOVQ     blocks+24(FP), CX
	MOVQ     out+32(FP), R10
	VPCMPEQW Y15, Y15, Y15
	VPSRLW   $15, Y15, Y15 // ones

block:
	TESTQ CX, CX
	JE    done
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	XORQ  R13, R13

group:
	VPBROADCASTD (SI)(R13*4), Y2
	VMOVDQU      (DI), Y3
	VMOVDQU      32(DI), Y4
	VPMADDUBSW   Y2, Y3, Y3
	VPMADDUBSW   Y2, Y4, Y4
	VPMADDWD     Y15, Y3, Y3
	VPMADDWD     Y15, Y4, Y4
	VPADDD       Y3, Y0, Y0
	VPADDD       Y4, Y1, Y1
	ADDQ         $64, DI
	INCQ         R13
	CMPQ         R13, DX
	JLT          group
	VMOVDQU      Y0, (R10)
	VMOVDQU      Y1, 32(R10)
	ADDQ         $64, R10
	DECQ         CX
	JMP          block

done:
	VZEROUPPER
	RET

// HIGH8 puts a bit into to for each of eight rows at an offset that may reach
// the floor: Y15 has what is taken off the sums, Y14 the unit, Y13 and Y12 the
// lengths of what is sought and of its error, Y11 the floor.
#define HIGH8(at, to) \
	VMOVDQU   at(SI), Y0        \
	VPSUBD    Y15, Y0, Y0       \
	VCVTDQ2PS Y0, Y0            \
	VMULPS    Y14, Y0, Y0       \
	VMULPS    at(DI), Y0, Y0    \
	VMULPS    at(R8), Y13, Y1   \
	VMULPS    at(R9), Y12, Y2   \
	VADDPS    Y1, Y0, Y0        \
	VADDPS    Y2, Y0, Y0        \
	VCMPPS    $0x15, Y11, Y0, Y0 \
	VMOVMSKPS Y0, to

// func sketchMasksAVX2(sums *int32, scale, off, size *float32, blocks int, by *reach, out *uint16)
TEXT ·sketchMasksAVX2(SB), NOSPLIT, $0-56
	MOVQ         sums+0(FP), SI
	MOVQ         scale+8(FP), DI
	MOVQ         off+16(FP), R8
	MOVQ         size+24(FP), R9
	MOVQ         blocks+32(FP), CX
	MOVQ         by+40(FP), AX
	MOVQ         out+48(FP), R10
	VPBROADCASTD (AX), Y15
	VBROADCASTSS 4(AX), Y14
	VBROADCASTSS 8(AX), Y13
	VBROADCASTSS 12(AX), Y12
	VBROADCASTSS 16(AX), Y11

masks:
	TESTQ CX, CX
	JE    end
	HIGH8(0, AX)
	HIGH8(32, BX)
	SHLL  $8, BX
	ORL   BX, AX
	MOVW  AX, (R10)
	ADDQ  $64, SI
	ADDQ  $64, DI
	ADDQ  $64, R8
	ADDQ  $64, R9
	ADDQ  $2, R10
	DECQ  CX
	JMP   masks

end:
	VZEROUPPER
	RET
