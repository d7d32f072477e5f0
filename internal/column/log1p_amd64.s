//go:build !amd64.v3

#include "textflag.h"

// FOUR puts a constant of eight bytes into all lanes of entry i.
#define FOUR(i, x) \
	DATA log1p<>+(i*32+0)(SB)/8, $x  \
	DATA log1p<>+(i*32+8)(SB)/8, $x  \
	DATA log1p<>+(i*32+16)(SB)/8, $x \
	DATA log1p<>+(i*32+24)(SB)/8, $x

FOUR(0, -1.0)
FOUR(1, 0x4340000000000000)  // 2^53
FOUR(2, 1.0)
FOUR(3, 2.0)
FOUR(4, 0.5)
FOUR(5, 0x4330000000000000)  // 2^52, whose lowest bit is 1
FOUR(6, 0x43300000000003ff)  // 2^52 + 1023
FOUR(7, 0x000fffffffffffff)  // mantissa
FOUR(8, 0x0006a09e667f3bcc)  // the mantissa before that of sqrt(2)
FOUR(9, 0x3fda827999fcef32)  // sqrt(2) - 1
FOUR(10, 0xbfd2bec333018867) // sqrt(2)/2 - 1
FOUR(11, 0x3c50000000000000) // 2^-58
FOUR(12, 0x3fe62e42fee00000) // ln 2, its upper bits
FOUR(13, 0x3dea39ef35793c76) // ln 2, the rest
FOUR(14, 0x3fe5555555555593) // of the series: z
FOUR(15, 0x3fd999999997fa04) // z^2
FOUR(16, 0x3fd2492494229359) // z^3
FOUR(17, 0x3fcc71c51d8e78af) // z^4
FOUR(18, 0x3fc7466496cb03de) // z^5
FOUR(19, 0x3fc39a09d078c69f) // z^6
FOUR(20, 0x3fc2f112df3e5244) // z^7
GLOBL log1p<>(SB), RODATA|NOPTR, $(21*32)

#define K(i) log1p<>+(i*32)(SB)

// func log1psAVX2(dst, src *float64, n int) int
//
// The method is that of FreeBSD's s_log1p.c, and so of math.Log1p, its
// operations in the order of the latter and none fused:
//
//	1 + x = 2^k (1 + f), sqrt(2)/2 < 1 + f < sqrt(2); c is what 1 + x lost in rounding, over 1 + x
//	s = f / (2 + f), z = s*s, R(z) a polynomial
//	log1p(x) = k ln2hi - ((f*f/2 - (s (f*f/2 + R) + (k ln2lo + c))) - f)
//
// Where k is 0 there it is f - (f*f/2 - s (f*f/2 + R)), the same with c = 0, of
// the same bits but for the sign of 0; near 0 it is x - x*x/2. Where f is 0 or
// next to it and k is not, there is a shorter form there; its terms of f*f are
// lost beside k ln2lo as they are here.
TEXT ·log1psAVX2(SB), NOSPLIT, $0-32
	MOVQ    dst+0(FP), DI
	MOVQ    src+8(FP), SI
	MOVQ    n+16(FP), CX
	XORQ    AX, AX
	VMOVUPD K(2), Y15     // 1
	VMOVUPD K(4), Y14     // 1/2
	VMOVUPD K(3), Y13     // 2
	VXORPD  Y12, Y12, Y12 // 0

four:
	CMPQ      AX, CX
	JGE       done
	VMOVUPD   (SI)(AX*8), Y0            // x
	VCMPPD    $0x1e, K(0), Y0, Y1       // x > -1
	VCMPPD    $0x11, K(1), Y0, Y2       // x < 2^53
	VANDPD    Y1, Y2, Y1
	VMOVMSKPD Y1, DX
	CMPQ      DX, $15
	JNE       done

	VADDPD    Y0, Y15, Y1               // u = 1 + x
	VPSRLQ    $52, Y1, Y2
	VPOR      K(5), Y2, Y2
	VSUBPD    K(6), Y2, Y2              // k = exponent of u
	VSUBPD    Y0, Y1, Y3
	VSUBPD    Y3, Y15, Y3               // 1 - (u - x)
	VSUBPD    Y15, Y1, Y4
	VSUBPD    Y4, Y0, Y4                // x - (u - 1)
	VCMPPD    $0x1e, Y12, Y2, Y5        // k > 0
	VBLENDVPD Y5, Y3, Y4, Y3
	VDIVPD    Y1, Y3, Y3                // c

	VPAND     K(7), Y1, Y4
	VPCMPGTQ  K(8), Y4, Y5              // u / 2^k >= sqrt(2): halve it, k++
	VPSLLQ    $52, Y5, Y6
	VPADDQ    Y15, Y6, Y6
	VPOR      Y6, Y4, Y4
	VSUBPD    Y15, Y4, Y4               // f
	VANDPD    Y15, Y5, Y5
	VADDPD    Y5, Y2, Y2                // k

	VCMPPD    $0x11, K(9), Y0, Y5       // x < sqrt(2) - 1
	VCMPPD    $0x1e, K(10), Y0, Y6      // x > sqrt(2)/2 - 1
	VANDPD    Y5, Y6, Y5
	VBLENDVPD Y5, Y0, Y4, Y4            // f = x there
	VANDNPD   Y2, Y5, Y2                // k = 0 there
	VCMPPD    $0, Y12, Y2, Y5           // k == 0
	VANDNPD   Y3, Y5, Y3                // c = 0 there

	VMULPD    Y14, Y4, Y5
	VMULPD    Y4, Y5, Y5                // f*f/2
	VADDPD    Y4, Y13, Y6
	VDIVPD    Y6, Y4, Y6                // s
	VMULPD    Y6, Y6, Y7                // z
	VMULPD    K(20), Y7, Y8
	VADDPD    K(19), Y8, Y8
	VMULPD    Y7, Y8, Y8
	VADDPD    K(18), Y8, Y8
	VMULPD    Y7, Y8, Y8
	VADDPD    K(17), Y8, Y8
	VMULPD    Y7, Y8, Y8
	VADDPD    K(16), Y8, Y8
	VMULPD    Y7, Y8, Y8
	VADDPD    K(15), Y8, Y8
	VMULPD    Y7, Y8, Y8
	VADDPD    K(14), Y8, Y8
	VMULPD    Y7, Y8, Y8                // R
	VADDPD    Y8, Y5, Y8
	VMULPD    Y6, Y8, Y8                // s (f*f/2 + R)
	VMULPD    K(13), Y2, Y7
	VADDPD    Y3, Y7, Y7                // k ln2lo + c
	VADDPD    Y7, Y8, Y8
	VSUBPD    Y8, Y5, Y5
	VSUBPD    Y4, Y5, Y5
	VMULPD    K(12), Y2, Y2             // k ln2hi
	VSUBPD    Y5, Y2, Y2

	VMULPD    Y0, Y0, Y1
	VCMPPD    $0x11, K(11), Y1, Y3      // x*x < 2^-58: |x| < 2^-29
	VMULPD    Y14, Y1, Y1
	VSUBPD    Y1, Y0, Y1                // x - x*x/2
	VBLENDVPD Y3, Y1, Y2, Y2
	VMOVUPD   Y2, (DI)(AX*8)
	ADDQ      $4, AX
	JMP       four

done:
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET
