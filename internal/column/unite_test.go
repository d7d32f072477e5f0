package column

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Texts and lists of texts of several columns are gathered alike with one
// dictionary of all and without.
func TestUnitedWordsAreTheSameTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	text := Type{Kind: String, Nullable: true}
	list := Type{Kind: List, Elem: &text, Nullable: true}
	word := func() Value {
		if rng.IntN(6) == 0 {
			return nil
		}
		return fmt.Sprintf("w%d", rng.IntN(30))
	}
	for _, typ := range []Type{text, list} {
		for range 50 {
			var parts []*Column
			for range 2 + rng.IntN(3) {
				var values []Value
				for range 1 + rng.IntN(20) {
					v := word()
					if typ.Kind == List && v != nil {
						items := []Value{}
						for range rng.IntN(4) {
							items = append(items, word())
						}
						v = items
					}
					values = append(values, v)
				}
				c, err := FromValues(typ, values)
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, c)
			}
			u := Unite(parts, 1000)
			if u == nil {
				t.Fatal("not united")
			}
			var places []Place
			for range 40 {
				p := rng.IntN(len(parts))
				places = append(places, Place{int32(p), int32(rng.IntN(parts[p].Len))})
			}
			plain, with := NewGather(typ, len(places), parts, -1), NewGather(typ, len(places), parts, -1)
			with.With(u)
			with.With(nil)
			plain.Append(places)
			with.Append(places)
			a, b := plain.Column(), with.Column()
			for i := range places {
				if d := cmp.Diff(a.Row(i), b.Row(i)); d != "" {
					t.Fatalf("%s, row %d: %s", typ, i, d)
				}
			}
			dict := b.Dict
			if typ.Kind == List {
				dict = b.Elems.Dict
			}
			if dict != u.dict {
				t.Fatal("the dictionary is another")
			}
			sel := []int32{3, 3, 0, 39, 7}
			taken := b.Take(sel)
			for k, i := range sel {
				if d := cmp.Diff(b.Row(int(i)), taken.Row(k)); d != "" {
					t.Fatalf("%s, taken row %d: %s", typ, k, d)
				}
			}
		}
	}
	many, err := FromValues(text, []Value{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	if Unite([]*Column{many, many}, 5) != nil {
		t.Error("more words than there may be")
	}
	nums, err := FromValues(Type{Kind: Int}, []Value{int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	if Unite([]*Column{nums, nums}, 5) != nil {
		t.Error("numbers have no words")
	}
}
