package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

func TestOpenInference(t *testing.T) {
	three := column.Type{Kind: column.Vector, Dim: 2}
	vecs, err := column.FromValues(three, []column.Value{[]float32{1, 2}, []float32{3, 4}, []float32{5, 6}})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(want column.Type) *op.Question {
		q := ctr()
		q.Want, q.Columns[0].Column = want, texts("rpg", "sim", "歌")
		q.Columns = append(q.Columns, op.RemoteColumn{Name: "taste", Column: vecs})
		return q
	}
	withNil := ask(kFloat)
	withNil.Columns[0].Column = texts("rpg", nil, "sim")
	for _, c := range []struct {
		name string
		q    *op.Question
		body string
		want string
	}{
		{"floats", ask(kFloat), `{"model_name":"s","outputs":[{"name":"p","datatype":"FP32","shape":[3,1],"data":[1,2.5,3]}]}`, "[1 2.5 3]"},
		{"ints", ask(kInt), `{"outputs":[{"shape":[3],"data":[1,2,3]}]}`, "[1 2 3]"},
		{"texts", ask(kText), `{"outputs":[{"shape":[3],"data":["a","b","c"]}]}`, "[a b c]"},
		{"vectors", ask(three), `{"outputs":[{"shape":[3,2],"data":[1,2,3,4,5,6]}]}`, "[[1 2] [3 4] [5 6]]"},
		{"one call", &op.Question{Callee: "s", Want: kFloat}, `{"outputs":[{"shape":[1],"data":[7]}]}`, "7"},
		{"another number", ask(kFloat), `{"outputs":[{"shape":[2],"data":[1,2]}]}`, "bad answer: shape [2], want 3 values"},
		{"shape and data differ", ask(kFloat), `{"outputs":[{"shape":[3],"data":[1,2]}]}`, "bad answer: 2 values for 3"},
		{"a shape that overflows", ask(kFloat), `{"outputs":[{"shape":[4294967296,4294967296,3],"data":[1,2,3]}]}`, "bad answer: shape"},
		{"no outputs", ask(kFloat), `{"outputs":[]}`, "bad answer: without outputs"},
		{"no JSON", ask(kFloat), `x`, "bad answer: no JSON object"},
		{"nil", withNil, ``, "invalid: column genre: it is nil in row 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var path, sent string
			x := client(t, Callee{Name: "s", Protocol: "open_inference"}, func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				path, sent = r.URL.Path, string(b)
				_, _ = io.WriteString(w, c.body)
			})
			got, err := x.Ask(context.Background(), c.q)
			if err != nil {
				var e *op.RemoteError
				kind, message, _ := strings.Cut(c.want, ": ")
				if !errors.As(err, &e) || e.Kind.String() != kind || !strings.Contains(e.Message, message) {
					t.Errorf("error %v, want %s", err, c.want)
				}
				return
			}
			text := fmt.Sprint(got.Value)
			if c.q.Model {
				var list []any
				for i := range got.Column.Len {
					list = append(list, got.Column.Row(i))
				}
				text = fmt.Sprint(list)
			}
			if text != c.want || path != "/v2/models/s/infer" {
				t.Errorf("answer %s by %s, want %s", text, path, c.want)
			}
			const want = `{"inputs":[{"name":"user.id","datatype":"BYTES","shape":[1],"data":["u\"1"]},{"name":"user.since","datatype":"INT64","shape":[1],"data":[1000000000000000000]},` +
				`{"name":"genre","datatype":"BYTES","shape":[3],"data":["rpg","sim","歌"]},{"name":"installs","datatype":"INT64","shape":[3],"data":[1,-2,3]},` +
				`{"name":"taste","datatype":"FP32","shape":[3,2],"data":[1,2,3,4,5,6]}]}`
			if diff := cmp.Diff(want, sent); diff != "" && c.q.Model {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
		})
	}
}
