package catalog

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
)

func TestShapes(t *testing.T) {
	word := sig.Type{Kind: sig.String}
	user := sig.Type{Kind: sig.Record, Name: "User", Fields: []sig.Field{
		{Name: "id", Type: word},
		{Name: "days", Type: sig.Type{Kind: sig.Int}},
		{Name: "home", Type: sig.Type{Kind: sig.Record, Nullable: true, Fields: []sig.Field{{Name: "city", Type: word}}}},
	}}
	for _, c := range []struct {
		name string
		p    dag.Param
		want string
	}{
		{"bounded number", dag.Param{Written: sig.Type{Kind: sig.Int, Bounds: &sig.Bounds{Lo: 1, Hi: 50}}}, `{"kind":"int","low":1,"high":50}`},
		{"words or nothing", dag.Param{Written: sig.Type{Kind: sig.String, Nullable: true, Bounds: &sig.Bounds{Words: []string{"tang", "song"}}}},
			`{"kind":"string","nullable":true,"words":["tang","song"]}`},
		{"list of words", dag.Param{Written: sig.Type{Kind: sig.List, Elem: &word}}, `{"kind":"list","elem":{"kind":"string"}}`},
		{"record with defaults, nested", dag.Param{Written: user, Fields: []dag.Field{{Path: []string{"days"}, Value: 7}, {Path: []string{"home", "city"}, Value: "x"}}},
			`{"kind":"record","fields":[` +
				`{"name":"id","shape":{"kind":"string"},"required":true},` +
				`{"name":"days","shape":{"kind":"int"},"required":false,"default":7},` +
				`{"name":"home","shape":{"kind":"record","nullable":true,"fields":[{"name":"city","shape":{"kind":"string"},"required":false,"default":"x"}]},"required":false}]}`},
	} {
		got, err := json.Marshal(shape(c.p))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
