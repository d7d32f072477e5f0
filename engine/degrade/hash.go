package degrade

import (
	"math"
	"math/bits"
)

// hash places a user among all users, evenly and the same for the same salt:
// FNV-1a over eight bytes at a time, with a finisher that spreads every bit.
func hash(salt uint64, user string) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := salt ^ uint64(len(user))*prime
	for len(user) >= 8 {
		w := uint64(user[0]) | uint64(user[1])<<8 | uint64(user[2])<<16 | uint64(user[3])<<24 |
			uint64(user[4])<<32 | uint64(user[5])<<40 | uint64(user[6])<<48 | uint64(user[7])<<56
		h = mix(h ^ w)
		user = user[8:]
	}
	var w uint64
	for i := 0; i < len(user); i++ {
		w = w<<8 | uint64(user[i])
	}
	return mix(mix(h^w) ^ salt)
}

// mix multiplies to 128 bits and folds them.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// below is the hash under which a share of the users lies.
func below(share float64) uint64 {
	switch {
	case !(share > 0):
		return 0
	case share >= 1:
		return math.MaxUint64
	}
	return uint64(share * (1 << 63) * 2)
}
