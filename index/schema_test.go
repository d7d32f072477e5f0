package index

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/column"
)

func TestSchemaJSON(t *testing.T) {
	s := modelSchema("l2")
	s.Fields[4].Default = int64(1)<<62 + 1
	s.Fields = append(s.Fields, Field{Name: "released", Kind: ValueField, Type: column.Type{Kind: column.Time}, Default: int64(1700000000123456789)})
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var got Schema
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Error(diff)
	}
}
