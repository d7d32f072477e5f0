package changelog

// SlotOf is the slot of a key: a mix of its 64-bit FNV-1a hash, modulo slots.
// It is part of the data's format: another function would look for keys in
// other slots.
func SlotOf(key string, slots int) int {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * prime
	}
	return int(mix64(h) % uint64(slots))
}

// mix64 is the finalizer of SplitMix64 (Steele, Lea, Flood, 2014): every bit
// of the hash reaches the low ones that the modulo looks at.
func mix64(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}
