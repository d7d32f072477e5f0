#include "textflag.h"

// Sums of products in 16 lanes, those of dotGo: Y0 has lanes 0 to 7, Y1 the
// others. No fused multiply-add, which rounds once where Go rounds twice.

// BLOCKS sums CX products of the vectors at AX and BX into Y0 and Y1, all but
// the last CX < 8. It uses Y2 and Y3.
#define BLOCKS(loop, eight, reduce) \
	VXORPS Y0, Y0, Y0      \
	VXORPS Y1, Y1, Y1      \
	CMPQ   CX, $16         \
	JLT    eight           \
loop:                          \
	VMOVUPS (BX), Y2       \
	VMOVUPS 32(BX), Y3     \
	VMULPS  (AX), Y2, Y2   \
	VMULPS  32(AX), Y3, Y3 \
	VADDPS  Y2, Y0, Y0     \
	VADDPS  Y3, Y1, Y1     \
	ADDQ    $64, AX        \
	ADDQ    $64, BX        \
	SUBQ    $16, CX        \
	CMPQ    CX, $16        \
	JGE     loop           \
eight:                         \
	CMPQ    CX, $8         \
	JLT     reduce         \
	VMOVUPS (BX), Y2       \
	VMULPS  (AX), Y2, Y2   \
	VADDPS  Y2, Y0, Y0     \
	ADDQ    $32, AX        \
	ADDQ    $32, BX        \
	SUBQ    $8, CX         \
reduce:                        \
	VADDPS       Y1, Y0, Y0     \
	VEXTRACTF128 $1, Y0, X1     \
	VADDPS       X1, X0, X0     \
	VMOVHLPS     X0, X0, X1     \
	VADDPS       X1, X0, X0     \
	VMOVSHDUP    X0, X1         \
	VADDSS       X1, X0, X0

// REST adds the last CX products to X0, one by one.
#define REST(rest, end) \
rest:                        \
	TESTQ  CX, CX        \
	JE     end           \
	VMOVSS (BX), X2      \
	VMULSS (AX), X2, X2  \
	VADDSS X2, X0, X0    \
	ADDQ   $4, AX        \
	ADDQ   $4, BX        \
	DECQ   CX            \
	JMP    rest          \
end:

// func dotAVX2(a, b *float32, n int) float32
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ a+0(FP), BX
	MOVQ b+8(FP), AX
	MOVQ n+16(FP), CX
	BLOCKS(loop, eight, reduce)
	REST(rest, end)
	VMOVSS X0, ret+24(FP)
	VZEROUPPER
	RET

// func dotRowsAVX2(q, vecs *float32, dim int, rows *int32, n int, out *float32)
TEXT ·dotRowsAVX2(SB), NOSPLIT, $0-48
	MOVQ q+0(FP), SI
	MOVQ vecs+8(FP), DI
	MOVQ dim+16(FP), DX
	MOVQ rows+24(FP), R8
	MOVQ n+32(FP), R9
	MOVQ out+40(FP), R10
	MOVQ DX, R11
	SHLQ $2, R11

row:
	TESTQ   R9, R9
	JE      done
	MOVLQSX (R8), AX
	IMULQ   R11, AX
	ADDQ    DI, AX
	MOVQ    SI, BX
	MOVQ    DX, CX
	BLOCKS(loop, eight, reduce)
	REST(rest, end)
	VMOVSS  X0, (R10)
	ADDQ    $4, R8
	ADDQ    $4, R10
	DECQ    R9
	JMP     row

done:
	VZEROUPPER
	RET
