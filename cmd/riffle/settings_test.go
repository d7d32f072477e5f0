package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"riffle.dev/riffle/internal/config"
)

// The page for operators lists every setting of up, its variable and its line
// in a file, and no other.
func TestSettingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\|(.*)$").FindAllStringSubmatch(string(page), -1) {
		rows[m[1]] = m[2]
	}
	newUp(world{}).Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == config.FileFlag || f.Name == "help" {
			return
		}
		row, ok := rows[f.Name]
		delete(rows, f.Name)
		if !ok {
			t.Errorf("--%s is not in the table", f.Name)
			return
		}
		line := regexp.MustCompile("\\| `(" + f.Name + ": [^`]+)` \\|").FindStringSubmatch(row)
		if line == nil || !strings.Contains(row, "`"+config.Variable(f.Name)+"`") {
			t.Errorf("--%s: want its variable and a line of a file in %q", f.Name, row)
			return
		}
		settings, err := config.Parse([]byte(line[1]))
		if err != nil {
			t.Errorf("--%s: %v", f.Name, err)
		} else if err := f.Value.Set(settings[f.Name]); err != nil {
			t.Errorf("--%s: the line %q has no value for it: %v", f.Name, line[1], err)
		}
		if def := f.DefValue; def != "" && def != "false" && !strings.Contains(row, "`"+def+"`") {
			t.Errorf("--%s: the default %s is not in %q", f.Name, def, row)
		}
	})
	for name := range rows {
		t.Errorf("the table has --%s, which is no flag of up", name)
	}
}
