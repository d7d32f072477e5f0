package column

import "hash/maphash"

// Dict is the set of strings a String column codes into. Append-only while
// its owner builds it, immutable once shared.
type Dict struct {
	Words []string
	slots []uint64 // open addressing: half a hash, and a code + 1; 0 is free. None: words are looked for one by one
}

// hashed is the same throughout a process, and says nothing outside of it.
var hashed = maphash.MakeSeed()

// NewDict returns an empty dictionary.
func NewDict() *Dict { return &Dict{} }

// newDict has room for so many words.
func newDict(words int) *Dict {
	return &Dict{Words: make([]string, 0, words), slots: make([]uint64, slotsFor(words))}
}

// slotsFor words: a power of two that leaves a third free at least.
func slotsFor(words int) int {
	n := 8
	for 2*n < 3*(words+1) {
		n *= 2
	}
	return n
}

const codeMask = 1<<32 - 1

// slot of a word: where it is or, with a free slot, belongs.
func (d *Dict) slot(word string, hash uint64) int {
	mask := len(d.slots) - 1
	at := int(hash) & mask
	for {
		s := d.slots[at]
		if s == 0 || s&^codeMask == hash&^codeMask && d.Words[s&codeMask-1] == word {
			return at
		}
		at = (at + 1) & mask
	}
}

// Code of a word, adding it when new.
func (d *Dict) Code(word string) uint32 {
	if 2*len(d.slots) < 3*(len(d.Words)+1) {
		d.grow()
	}
	hash := maphash.String(hashed, word)
	at := d.slot(word, hash)
	if s := d.slots[at]; s != 0 {
		return uint32(s&codeMask) - 1
	}
	d.Words = append(d.Words, word)
	d.slots[at] = hash&^codeMask | uint64(len(d.Words))
	return uint32(len(d.Words) - 1)
}

// Find is Code without adding.
func (d *Dict) Find(word string) (uint32, bool) {
	if len(d.slots) == 0 {
		for code, w := range d.Words {
			if w == word {
				return uint32(code), true
			}
		}
		return 0, false
	}
	s := d.slots[d.slot(word, maphash.String(hashed, word))]
	return uint32(s&codeMask) - 1, s != 0
}

// grow the table. Where a word's own slot is not is known by its lower half, so
// words are hashed anew.
func (d *Dict) grow() {
	d.slots = make([]uint64, slotsFor(2*len(d.Words)+4))
	for code, word := range d.Words {
		hash := maphash.String(hashed, word)
		d.slots[d.slot(word, hash)] = hash&^codeMask | uint64(code+1)
	}
}

// DictOf makes a dictionary of words that are all different; the slice is
// taken over. Of one that is there twice the first counts.
func DictOf(words []string) *Dict {
	d := &Dict{Words: words, slots: make([]uint64, slotsFor(len(words)))}
	for code, word := range words {
		hash := maphash.String(hashed, word)
		if at := d.slot(word, hash); d.slots[at] == 0 {
			d.slots[at] = hash&^codeMask | uint64(code+1)
		}
	}
	return d
}

// Distinct tells whether no word is there twice.
func (d *Dict) Distinct() bool {
	n := 0
	if len(d.slots) == 0 {
		d = DictOf(d.Words)
	}
	for _, s := range d.slots {
		if s != 0 {
			n++
		}
	}
	return n == len(d.Words)
}
