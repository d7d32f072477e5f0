package secret

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWhereASecretComesFrom(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "both"), "of all, by file\n")
	write(t, filepath.Join(dir, "ads", "both"), "of ads, by file\r\n")
	write(t, filepath.Join(dir, "ads", "long"), strings.Repeat("x", MaxSize+1))
	write(t, filepath.Join(dir, "ads", "lines"), "a\nInjected: header")
	write(t, filepath.Join(dir, "outside"), "x")
	vars := map[string]string{"RIFFLE_SECRET_BOTH": "of all", "RIFFLE_SECRET_ADS__CTR_KEY": "of ads", "RIFFLE_SECRET_CTR_KEY": "of all"}
	s := New(Options{Getenv: func(k string) string { return vars[k] }, Dir: filepath.Join(dir), Now: time.Now})
	for _, c := range []struct{ team, name, want, err string }{
		{"ads", "both", "of ads, by file", ""},
		{"books", "both", "of all, by file", ""},
		{"", "both", "of all, by file", ""},
		{"ads", "ctr_key", "of ads", ""},
		{"ads", "ctr-key", "of ads", ""},
		{"books", "ctr_key", "of all", ""},
		{"books", "ads", "", "no secret"}, // the folder of another team
		{"books", "ads__ctr_key", "", "no name of a secret"},
		{"books", "ads-_ctr_key", "", "no name of a secret"},
		{"books", "../ads/both", "", "no name of a secret"},
		{"books", "ads/both", "", "no name of a secret"},
		{"..", "outside", "x", ""}, // no team is called so: it has what all have
		{"books", "", "", "no name of a secret"},
		{"books", strings.Repeat("n", MaxName+1), "", "no name of a secret"},
		{"books", "none", "", "RIFFLE_SECRET_NONE"},
		{"ads", "long", "", "more than"},
		{"ads", "lines", "", "cannot be sent"},
	} {
		got, err := s.Secret(c.team, c.name)
		if got != c.want || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s %q: %q, %v; want %q, %s", c.team, c.name, got, err, c.want, c.err)
		}
		if err != nil && strings.Contains(err.Error(), "Injected") {
			t.Errorf("%v tells the secret", err)
		}
	}
	var unknown *Unknown
	if _, err := s.Secret("ads", "none"); !errors.As(err, &unknown) {
		t.Errorf("%v is no Unknown", err)
	}
}

func TestAReplacedFileCounts(t *testing.T) {
	dir, now := t.TempDir(), time.Unix(0, 0)
	s := New(Options{Dir: dir, Now: func() time.Time { return now }})
	for i, want := range []string{"", "first", "second"} {
		if want != "" {
			write(t, filepath.Join(dir, "key"), want)
		}
		now = now.Add(2 * keepFor)
		if got, _ := s.Secret("", "key"); got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
	if got, err := New(Options{Now: time.Now}).Secret("", "key"); got != "" || err == nil {
		t.Errorf("a store of nothing knows %q", got)
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"a", "../x", "a__b", "-a", "a/b", "a\x00b", "é"} {
		f.Add(s, s)
	}
	dir := f.TempDir()
	s := New(Options{Dir: filepath.Join(dir, "in"), Now: time.Now})
	if err := os.WriteFile(filepath.Join(dir, "x"), []byte("outside"), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, team, name string) {
		if got, err := s.Secret(team, name); err == nil || got != "" {
			t.Errorf("%q %q gives %q", team, name, got)
		}
	})
}
