package index

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/column"
)

func TestValidate(t *testing.T) {
	schema := modelSchema("")
	schema.Fields = append(schema.Fields,
		Field{Name: "released", Kind: ValueField, Type: column.Type{Kind: column.Time, Nullable: true}},
		Field{Name: "price", Kind: ValueField, Type: column.Type{Kind: column.Float, Nullable: true}})
	s, err := New(schema, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ok := `"title": "t", "genre": "g", "tags": []`
	for _, c := range []struct{ name, doc, code, field, reason string }{
		{"whole", `{"id": "a", ` + ok + `}`, "", "", ""},
		{"large numbers stay exact", `{"id": "a", "installs": 9007199254740993, ` + ok + `}`, "", "", ""},
		{"not an object", `null`, NotADocument, "", "want a document, an object of fields"},
		{"no key", `{` + ok + `}`, BadKey, "id", "want the document's key, a text that is not empty"},
		{"empty key", `{"id": "", ` + ok + `}`, BadKey, "id", "want the document's key, a text that is not empty"},
		{"number as key", `{"id": 3, ` + ok + `}`, BadKey, "id", "want the document's key, a text that is not empty"},
		{"long key", `{"id": "` + strings.Repeat("k", 513) + `", ` + ok + `}`, BadKey, "id", "a key is UTF-8 text of at most 512 bytes, this one has 513"},
		{"unknown field", `{"id": "a", "titel": "t", ` + ok + `}`, UnknownField, "titel", "games has no such field, it has [id title summary genre installs taste tags released price]"},
		{"missing field", `{"id": "a", "genre": "g", "tags": []}`, MissingField, "title", "missing, want string"},
		{"null for what must be", `{"id": "a", "title": null, "genre": "g", "tags": []}`, WrongType, "title", "want string, got null"},
		{"text for a number", `{"id": "a", "installs": "many", ` + ok + `}`, WrongType, "installs", `want int, got text "many"`},
		{"fraction for an int", `{"id": "a", "installs": 1.5, ` + ok + `}`, WrongType, "installs", "want int, got number 1.5"},
		{"too large for an int", `{"id": "a", "installs": 9223372036854775808, ` + ok + `}`, WrongType, "installs", "want int, got number 9223372036854775808"},
		{"too large for a float", `{"id": "a", "price": 1e999, ` + ok + `}`, WrongType, "price", "want float?, got number 1e999"},
		{"short vector", `{"id": "a", "taste": [1], ` + ok + `}`, WrongType, "taste", "want vector(2)?, got 1 number"},
		{"vector too large for float32", `{"id": "a", "taste": [1, 1e39], ` + ok + `}`, WrongType, "taste", "at [1] want finite number, got number 1e39"},
		{"list in a list", `{"id": "a", "title": "t", "genre": "g", "tags": [["x"]]}`, WrongType, "tags", "at [0] want string, got a list of 1"},
		{"long list", `{"id": "a", "title": "t", "genre": "g", "tags": [` + strings.Repeat(`"x",`, 1024) + `"x"]}`, TooLarge, "tags", "a list has at most 1024 items, this one 1025"},
		{"year 9999", `{"id": "a", "released": "9999-01-01T00:00:00Z", ` + ok + `}`, WrongType, "released", `want time as RFC 3339 or milliseconds since 1970, years 1678 to 2262, got text "9999-01-01T00:00:00Z"`},
		{"large document", `{"id": "a", "title": "` + strings.Repeat("x", 1<<20) + `", "genre": "g", "tags": []}`, TooLarge, "", "a document has at most 1048576 bytes, this one about 1048610"},
		{"deep nesting", `{"id": "a", "x": ` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `, ` + ok + `}`, TooLarge, "", ""},
	} {
		var doc map[string]any
		dec := json.NewDecoder(strings.NewReader(c.doc))
		dec.UseNumber()
		if err := dec.Decode(&doc); err != nil {
			t.Fatal(c.name, err)
		}
		got, err := s.Validate(doc)
		if c.code == "" {
			if err != nil || got.Key != "a" {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var refused *DocError
		if !errors.As(err, &refused) {
			t.Errorf("%s: want a DocError, got %v", c.name, err)
			continue
		}
		if refused.Code != c.code || refused.Field != c.field || c.reason != "" && refused.Reason != c.reason {
			t.Errorf("%s: got %s, field %q: %s", c.name, refused.Code, refused.Field, refused.Reason)
		}
		// what Validate refuses Apply refuses, and nothing of it stays.
		if errs := s.Apply([]Change{{Op: Upsert, Doc: doc}}); errs == nil || errs[0] == nil {
			t.Errorf("%s: applied", c.name)
		}
	}
	if n := s.View().Stats().Docs; n != 0 {
		t.Errorf("%d documents after nothing but refusals", n)
	}
}

func TestApplyOrderAndOffsets(t *testing.T) {
	s := newGames(t)
	game := func(key, title string, offset uint64) Change {
		c := upsert(key, map[string]any{"title": title, "genre": "g"})
		c.Offset = offset
		return c
	}
	bad := Change{Op: Upsert, Key: "b", Doc: map[string]any{"id": "other"}, Offset: 4}
	errs := s.Apply([]Change{game("a", "first", 1), game("a", "second", 2), game("b", "x", 3), bad, {Op: Delete, Key: "b", Offset: 5}, {Op: "move", Key: "a", Offset: 6}, {Op: Delete, Offset: 7}})
	codes := []string{}
	for _, err := range errs {
		var refused *DocError
		if errors.As(err, &refused) {
			codes = append(codes, refused.Code)
		} else {
			codes = append(codes, "")
		}
	}
	if diff := cmp.Diff([]string{"", "", "", BadKey, "", NotADocument, BadKey}, codes); diff != "" {
		t.Error(diff)
	}
	if errs := s.Apply([]Change{game("a", "late", 7), game("c", "new", 8)}); errs != nil {
		t.Error(errs)
	}
	v := s.View()
	h, err := v.Lookup(t.Context(), []string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	cols, err := v.Fetch(t.Context(), h, []string{"title"})
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{cols[0].Text(0), cols[0].Text(1)}; !cmp.Equal(got, []string{"second", "new"}) || h.Len() != 2 || v.AppliedOffset() != 8 {
		t.Errorf("%v, offset %d", got, v.AppliedOffset())
	}
}

func TestSchemaErrors(t *testing.T) {
	text := column.Type{Kind: column.String}
	key := Field{Name: "id", Kind: KeyField, Type: text}
	for want, fields := range map[string][]Field{
		"resource r: no key field":                                                        {},
		"resource r: field id: declared twice or without a name":                          {key, key},
		"resource r: field k: a second key beside id":                                     {key, {Name: "k", Kind: KeyField, Type: text}},
		"resource r: field t: a text is a string, not int":                                {key, {Name: "t", Kind: TextField, Type: column.Type{Kind: column.Int}}},
		`resource r: field t: unknown analyzer "klingon": want english, chinese or plain`: {key, {Name: "t", Kind: TextField, Type: text, Analyzer: "klingon"}},
		`resource r: field v: unknown metric "taxi": want cosine, dot or l2`:              {key, {Name: "v", Kind: VectorField, Type: column.Type{Kind: column.Vector, Dim: 2}, Metric: "taxi"}},
		"resource r: field n: default: row 0: want int, got text \"x\"":                   {key, {Name: "n", Kind: ValueField, Type: column.Type{Kind: column.Int}, Default: "x"}},
		"resource r: field v: derived by glove: only functions of a word table can be computed here": {key,
			{Name: "v", Kind: VectorField, Type: column.Type{Kind: column.Vector, Dim: 2}, Derive: &Derive{Function: "glove"}}},
	} {
		if _, err := New(Schema{Resource: "r", Fields: fields}, Options{}); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestDerivedVector(t *testing.T) {
	s := loaded(t, appsSchema(true), catalogue(t, "apps", 50))
	table, err := wordTable(t)("vectors/glove100")
	if err != nil {
		t.Fatal(err)
	}
	given := make([]any, 100)
	for i := range given {
		given[i] = float64(i)
	}
	for _, err := range s.Apply([]Change{
		upsert("own", map[string]any{"title": "any words", "section": "x", "taste": given}),
		upsert("unknown", map[string]any{"title": "zzzqqqx", "section": "x"}),
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	v := s.View()
	h, _ := v.Lookup(t.Context(), []string{"0ad", "own", "unknown"})
	cols, err := v.Fetch(t.Context(), h, []string{"title", "taste"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(table.Vector(cols[0].Text(0)), cols[1].Row(0)); diff != "" {
		t.Errorf("derived: %s", diff)
	}
	if got := cols[1].Vector(1)[99]; got != 99 {
		t.Errorf("a given vector wins: got %v", got)
	}
	if !cols[1].IsNull(2) {
		t.Errorf("no known word, yet a vector")
	}
}

func TestQueryErrors(t *testing.T) {
	s := newGames(t)
	loadGames(t, s)
	v, ctx := s.View(), t.Context()
	one := func(_ Hits, err error) error { return err }
	notBool := &column.Expr{Op: "const", Value: int64(1), Type: typeInt}
	for want, run := range map[string]func() error{
		"k -1 is not within 0..10000":                                 func() error { return one(v.Search(ctx, SearchQuery{Text: "x", K: -1})) },
		"k 10001 is not within 0..10000":                              func() error { return one(v.Top(ctx, TopQuery{By: notBool, K: 10001})) },
		"skip -1 is not within 0..10000":                              func() error { return one(v.Top(ctx, TopQuery{By: notBool, Skip: -1})) },
		"by: no expression":                                           func() error { return one(v.Top(ctx, TopQuery{K: 1})) },
		`resource games has no text field "genre"`:                    func() error { return one(v.Search(ctx, SearchQuery{Text: "x", Fields: []string{"genre"}})) },
		`resource games has no vector field "genre"`:                  func() error { return one(v.Nearest(ctx, NearestQuery{Field: "genre"})) },
		"nearest: the vector has 1 number, field taste is vector(2)?": func() error { return one(v.Nearest(ctx, NearestQuery{Field: "taste", To: []float32{1}})) },
		"want a bool, the expression is int":                          func() error { return one(v.Search(ctx, SearchQuery{Text: "chess", K: 1, Filter: notBool})) },
		`filter: unknown column "price"`: func() error {
			return one(v.Search(ctx, SearchQuery{Text: "chess", K: 1, Filter: &column.Expr{Op: "col", Name: "price", Type: typeBool}}))
		},
		"hit 0 is of another view": func() error {
			_, err := v.Fetch(ctx, Hits{Docs: []Ref{{7, 0}}, Scores: []float64{0}}, []string{"id"})
			return err
		},
		`resource games has no field "price"`: func() error { _, err := v.Fetch(ctx, Hits{}, []string{"price"}); return err },
	} {
		if err := run(); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// A huge query costs no more than a long one.
func TestHugeQuery(t *testing.T) {
	s := newGames(t)
	loadGames(t, s)
	v := s.View()
	h, err := v.Search(t.Context(), SearchQuery{Text: strings.Repeat("chess ", 1<<20), K: 10})
	if err != nil || !cmp.Equal(keys(v, h), []string{"chess", "race"}) {
		t.Errorf("%v %v", keys(v, h), err)
	}
}
