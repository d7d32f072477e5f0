package index

// looked is a token that is being looked up.
type looked struct {
	term     int32  // -1: there is none
	from, to uint32 // its text in blob
	seen     uint64 // of what is far from the processor
}

// look tokens of a text up, as find does, one to each place of out. All that is far
// from the processor is asked for of every token before any of it is looked at, so
// that they wait for it together.
func (x *inverted) look(text []byte, tokens []token, out []looked) {
	out = out[:len(tokens)]
	if x.terms() == 0 {
		for i := range out {
			out[i].term = -1
		}
		return
	}
	mask := len(x.table) - 1
	for i := range tokens {
		out[i].seen = x.table[int(tokens[i].hash)&mask]
	}
	for i := range tokens {
		slot, hash := out[i].seen, tokens[i].hash
		for at := int(hash) & mask; slot != 0 && (slot^hash)&^termMask != 0; {
			at = (at + 1) & mask
			slot = x.table[at]
		}
		out[i].term = int32(slot&termMask) - 1
	}
	for i := range out {
		term := max(0, out[i].term)
		out[i].from, out[i].to = x.entries[term].end, x.entries[term+1].end
	}
	for i := range out {
		if o := &out[i]; o.from < o.to {
			o.seen = uint64(x.blob[o.from])
		}
	}
	for i := range out {
		t, o := &tokens[i], &out[i]
		if o.term >= 0 && string(x.blob[o.from:o.to]) != string(text[t.from:t.to]) {
			o.term = int32(x.find(text[t.from:t.to], t.hash)) // another of half its hash
		}
	}
}
