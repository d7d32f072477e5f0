package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"riffle.dev/riffle/internal/config"
)

func flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("up", pflag.ContinueOnError)
	f.String("addr", "default", "")
	f.String("base-path", "/", "")
	f.Bool("demo", false, "")
	f.String("config", "", "")
	return f
}

func TestOrderOfSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "riffle.yaml")
	if err := os.WriteFile(file, []byte("# ours\naddr: file\nbase-path: \"/file\"\ndemo: true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		env  map[string]string
		want []string // addr, base-path, demo
		err  string
	}{
		{name: "defaults", want: []string{"default", "/", "false"}},
		{name: "file", args: []string{"--config", file}, want: []string{"file", "/file", "true"}},
		{name: "file named by the environment", env: map[string]string{"RIFFLE_CONFIG": file}, want: []string{"file", "/file", "true"}},
		{name: "environment over file", args: []string{"--config", file},
			env: map[string]string{"RIFFLE_ADDR": "env", "RIFFLE_DEMO": "false"}, want: []string{"env", "/file", "false"}},
		{name: "flag over environment", args: []string{"--config", file, "--addr", "flag"},
			env: map[string]string{"RIFFLE_ADDR": "env", "RIFFLE_BASE_PATH": "/env"}, want: []string{"flag", "/env", "true"}},
		{name: "a flag that repeats its default is said all the same", args: []string{"--addr", "default"},
			env: map[string]string{"RIFFLE_ADDR": "env"}, want: []string{"default", "/", "false"}},
		{name: "bad value", env: map[string]string{"RIFFLE_DEMO": "perhaps"}, err: `RIFFLE_DEMO: "perhaps" is not a bool`},
		{name: "no such file", args: []string{"--config", file + "x"}, err: "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := flags()
			if err := f.Parse(c.args); err != nil {
				t.Fatal(err)
			}
			err := config.Apply(f, func(k string) string { return c.env[k] })
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("got %v, want an error with %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if typed := len(c.args) > 0 && slices.Contains(c.args, "--addr"); config.Typed(f, "addr") != typed || config.Typed(f, "nothing") {
				t.Errorf("--addr counts as typed: %t, want %t", !typed, typed)
			}
			got := []string{f.Lookup("addr").Value.String(), f.Lookup("base-path").Value.String(), f.Lookup("demo").Value.String()}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"unknown name":  "adr: x\n",
		"another file":  "config: other.yaml\n",
		"nested":        "addr:\n  host: x\n",
		"list":          "addr: [a, b]\n",
		"alias":         "addr: &a x\nbase-path: *a\n",
		"depth":         strings.Repeat("[", 60_000),
		"deep mappings": strings.Repeat("a: ", 20_000),
		"too long":      strings.Repeat("# x\n", 20_000),
		"not text":      "\x00\xff\xfe",
		"no names":      "addr\n",
		"null":          "addr:\n",
		"twice":         "addr: a\naddr: b\n",
	} {
		path := filepath.Join(dir, "f.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := flags()
		if err := f.Parse([]string{"--config", path}); err != nil {
			t.Fatal(err)
		}
		if err := config.Apply(f, func(string) string { return "" }); err == nil {
			t.Errorf("%s was taken", name)
		} else if len(err.Error()) > 2000 {
			t.Errorf("%s: the error has %d bytes", name, len(err.Error()))
		}
	}
}
