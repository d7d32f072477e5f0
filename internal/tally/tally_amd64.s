#include "textflag.h"

// ADD8 adds Y0 × 8 codes at off(BX) to the sums at 4×off(AX), by way of Y1 and Y2.
#define ADD8(off, r) \
	VPMOVZXBD off(BX), r       \
	VCVTDQ2PS r, r             \
	VMULPS    Y0, r, r         \
	VADDPS    (4*off)(AX), r, r \
	VMOVUPS   r, (4*off)(AX)

// func addAVX2(sums *float32, codes *uint8, n int, weight float32)
TEXT ·addAVX2(SB), NOSPLIT, $0-28
	MOVQ         sums+0(FP), AX
	MOVQ         codes+8(FP), BX
	MOVQ         n+16(FP), CX
	VBROADCASTSS weight+24(FP), Y0

block:
	ADD8(0, Y1)
	ADD8(8, Y2)
	ADD8(16, Y3)
	ADD8(24, Y4)
	ADD8(32, Y5)
	ADD8(40, Y6)
	ADD8(48, Y7)
	ADD8(56, Y8)
	ADDQ $256, AX
	ADDQ $64, BX
	SUBQ $64, CX
	JNE  block
	VZEROUPPER
	RET

// func peaksAVX2(sums, peaks *float32, n int)
TEXT ·peaksAVX2(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), AX
	MOVQ peaks+8(FP), BX
	MOVQ n+16(FP), CX

block:
	VMOVUPS (AX), Y0
	VMOVUPS 64(AX), Y1
	VMAXPS  32(AX), Y0, Y0
	VMAXPS  96(AX), Y1, Y1
	VMAXPS  Y1, Y0, Y0
	VMOVUPS Y0, (BX)
	VMOVUPS 128(AX), Y2
	VMOVUPS 192(AX), Y3
	VMAXPS  160(AX), Y2, Y2
	VMAXPS  224(AX), Y3, Y3
	VMAXPS  Y3, Y2, Y2
	VMOVUPS Y2, 32(BX)
	ADDQ    $256, AX
	ADDQ    $64, BX
	SUBQ    $64, CX
	JNE     block
	VZEROUPPER
	RET

// BITS8 makes 8 bits of the sums at off(AX) that are Y0 or more.
#define BITS8(off, y, r) \
	VMOVUPS   off(AX), y   \
	VCMPPS    $13, Y0, y, y \
	VMOVMSKPS y, r

// func aboveAVX2(sums *float32, set *uint64, n int, bar float32)
TEXT ·aboveAVX2(SB), NOSPLIT, $0-28
	MOVQ         sums+0(FP), AX
	MOVQ         set+8(FP), BX
	MOVQ         n+16(FP), CX
	VBROADCASTSS bar+24(FP), Y0

block:
	BITS8(0, Y1, R8)
	BITS8(32, Y2, R9)
	BITS8(64, Y3, R10)
	BITS8(96, Y4, R11)
	BITS8(128, Y5, R12)
	BITS8(160, Y6, R13)
	BITS8(192, Y7, SI)
	BITS8(224, Y8, DI)
	MOVB R8, (BX)
	MOVB R9, 1(BX)
	MOVB R10, 2(BX)
	MOVB R11, 3(BX)
	MOVB R12, 4(BX)
	MOVB R13, 5(BX)
	MOVB SI, 6(BX)
	MOVB DI, 7(BX)
	ADDQ $256, AX
	ADDQ $8, BX
	SUBQ $64, CX
	JNE  block
	VZEROUPPER
	RET
