package tally

// Block is how many rows are done at once: each length here is a multiple of it,
// or of what it makes of them.
const Block = 64

// Padded is the least whole number of blocks that n rows fit into, in rows.
func Padded(n int) int { return (n + Block - 1) &^ (Block - 1) }

// Add adds weight × codes[i] to each sum. There are as many codes as sums, a
// multiple of Block; a product is rounded before it is added.
func Add(sums []float32, codes []uint8, weight float32) {
	codes = codes[:len(sums)]
	if len(sums)%Block != 0 {
		panic("tally: rows that are no whole blocks")
	}
	add(sums, codes, weight)
}

// Peaks writes the greatest of each four sums that are together, 16 for a block:
// no two peaks are of one sum, and each sum has one. Sums are not NaN.
func Peaks(sums, peaks []float32) {
	if len(sums)%Block != 0 || len(peaks) != len(sums)/4 {
		panic("tally: peaks that do not fit their rows")
	}
	peaksOf(sums, peaks)
}

// Above sets a bit for each sum that is bar or more, and clears the others.
func Above(sums []float32, bar float32, set []uint64) {
	if len(sums)%Block != 0 || len(set) != len(sums)/64 {
		panic("tally: bits that do not fit their rows")
	}
	above(sums, bar, set)
}

func addGo(sums []float32, codes []uint8, weight float32) {
	codes = codes[:len(sums)]
	for i, c := range codes {
		sums[i] += float32(weight * float32(c))
	}
}

// peaksGo takes what is 8 sums apart together, as registers of 8 do.
func peaksGo(sums, peaks []float32) {
	for len(sums) >= 32 && len(peaks) >= 8 {
		for i := range 8 {
			peaks[i] = max(sums[i], sums[i+8], sums[i+16], sums[i+24])
		}
		sums, peaks = sums[32:], peaks[8:]
	}
}

func aboveGo(sums []float32, bar float32, set []uint64) {
	for i := range set {
		bits := uint64(0)
		for k, s := range sums[i*64 : i*64+64] {
			if s >= bar {
				bits |= 1 << k
			}
		}
		set[i] = bits
	}
}
