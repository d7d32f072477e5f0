package column

// United is one dictionary of the words of several columns of texts, or of lists
// of texts, and what the codes of each are in it.
type United struct {
	dict  *Dict
	codes [][]uint32 // by column: the new code + 1, by code
}

// Unite the words of columns of one type. It gives nil where that is no type of
// texts, or they have more words than most.
func Unite(columns []*Column, most int) *United {
	n := 0
	texts := make([]*Column, len(columns))
	for i, c := range columns {
		if c.Type.Kind == List {
			c = c.Elems
		}
		if c == nil || c.Type.Kind != String {
			return nil
		}
		texts[i] = c
		n += len(c.Dict.Words)
	}
	if n > most {
		return nil
	}
	u := &United{dict: newDict(n), codes: make([][]uint32, len(columns))}
	for i, c := range texts {
		u.codes[i] = make([]uint32, len(c.Dict.Words))
		for code, word := range c.Dict.Words {
			u.codes[i][code] = u.dict.Code(word) + 1
		}
	}
	return u
}

// With tells what the texts of the parts are in one dictionary, for rows of
// several of them. The parts are those it was made of; nil says nothing.
func (g *Gather) With(u *United) {
	if g.elems != nil {
		g.elems.With(u)
		return
	}
	if u != nil && g.out.Type.Kind == String && !g.shared {
		g.out.Dict, g.codes = u.dict, u.codes
	}
}
