package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the goldens anew")

func document(t *testing.T) []byte {
	t.Helper()
	text, err := New(Config{Log: slog.New(slog.DiscardHandler)}).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	return pretty.Bytes()
}

// The committed document, from which the console's types are made, is the one
// of these Go types.
func TestDocumentIsFresh(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "api", "openapi.json")
	got := document(t)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("docs/api/openapi.json is stale; run go test ./server/api -run Document -update (-committed +now):\n%s", diff)
	}
}

// Every operation declares a permission and every {x} of its path a parameter;
// an embedded unexported struct would lose it without a word.
func TestEveryOperationIsWhole(t *testing.T) {
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Permission  string `json:"x-permission"`
			Summary     string
			Parameters  []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(document(t), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Paths) < 25 {
		t.Fatalf("%d paths in the document, want at least 25", len(doc.Paths))
	}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if op.Permission == "" || op.Summary == "" || op.OperationID == "" {
				t.Errorf("%s %s: permission %q, summary %q, id %q: want all three", method, path, op.Permission, op.Summary, op.OperationID)
			}
			for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
				found := false
				for _, p := range op.Parameters {
					found = found || p.In == "path" && p.Name == m[1]
				}
				if !found {
					t.Errorf("%s %s: {%s} is no parameter", method, path, m[1])
				}
			}
		}
	}
}
