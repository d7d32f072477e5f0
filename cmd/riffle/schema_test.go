package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are the documented outputs of --format json, one file each.
var schemas = []struct {
	name, title string
	of          reflect.Type
}{
	{"check", "what riffle check --format json prints", reflect.TypeFor[checkOutput]()},
	{"plan", "what riffle plan --format json prints", reflect.TypeFor[planOutput]()},
	{"test", "what riffle test --format json prints", reflect.TypeFor[testReport]()},
	{"explain", "what riffle explain --format json prints", reflect.TypeFor[explainOutput]()},
}

const schemaFolder = "../../docs/api/schemas"

// The committed schemas are those of the Go types that are printed.
func TestSchemasAreFresh(t *testing.T) {
	for _, s := range schemas {
		path := filepath.Join(schemaFolder, s.name+".json")
		got := schemaOf(t, s.title, s.of)
		if *update {
			if err := os.MkdirAll(schemaFolder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); d != "" {
			t.Errorf("%s is stale; run go test ./cmd/riffle -run Schemas -update (-committed +now):\n%s", path, d)
		}
	}
}

// schemaOf a type, as a document of its own.
func schemaOf(t *testing.T, title string, of reflect.Type) []byte {
	t.Helper()
	nullable := huma.DefaultArrayNullable
	huma.DefaultArrayNullable = false // lists are printed as [], never as null
	defer func() { huma.DefaultArrayNullable = nullable }()
	registry := huma.NewMapRegistry("#/$defs/", huma.DefaultSchemaNamer)
	root := registry.Schema(of, true, "")
	var b bytes.Buffer
	if err := writeJSON(&b, map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   title, "$ref": root.Ref, "$defs": registry.Map(),
	}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// fits tells what of an output its committed schema does not allow.
func fits(t *testing.T, name, output string) {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join(schemaFolder, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(output))
	if err != nil {
		t.Fatalf("%v:\n%s", err, output)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

func TestCheckFitsItsSchema(t *testing.T) {
	for _, text := range []string{cleanType, brokenType, warnedText, "type User { n: int }\n" + cleanType, "§"} {
		_, out, _ := ran(text, "check", "-", "--format", "json")
		fits(t, "check", out)
	}
}

// A schema that allowed anything would be no help.
func TestSchemaRefuses(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(filepath.Join(schemaFolder, "check.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{`{}`, `{"diagnostics": null}`, `{"diagnostics": [{}]}`, `{"diagnostics": [], "more": 1}`} {
		var v any
		if err := json.Unmarshal([]byte(bad), &v); err != nil {
			t.Fatal(err)
		}
		if s.Validate(v) == nil {
			t.Errorf("%s fits", bad)
		}
	}
}
