package analyze

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func cut(a Analyzer, text string, query bool) string {
	var out []string
	a.cut(text, query, func(t []byte) { out = append(out, string(t)) })
	return strings.Join(out, " ")
}

func TestAnalyzers(t *testing.T) {
	long := strings.Repeat("x", 200)
	for _, c := range []struct {
		a                  Analyzer
		text, index, query string
	}{
		{English, "Real-time Strategy, 0 A.D.!", "real time strategy 0 a d", "real time strategy 0 a d"},
		{English, "C++ and Go1.26", "c and go1 26", "c and go1 26"},
		{English, "ÀÉ naïve İstanbul", "àé naïve istanbul", "àé naïve istanbul"},
		{English, "ＡＢＣ ｶﾞ ①", "abc ガ 1", "abc ガ 1"},
		{Chinese, "围棋", "围 围棋 棋", "围棋"},
		{Chinese, "棋", "棋", "棋"},
		{Chinese, "玩围棋 go，好", "玩 玩围 围 围棋 棋 go 好", "玩围 围棋 go 好"},
		{Chinese, "下go棋", "下 go 棋", "下 go 棋"},
		{English, "play 围棋now", "play 围 围棋 棋 now", "play 围棋 now"},
		{Chinese, "ひらがな한국", "ひ ひら ら らが が がな な な한 한 한국 국", "ひら らが がな な한 한국"},
		{Plain, "围棋 Go", "围 棋 go", "围 棋 go"},
		{English, "", "", ""},
		{English, " \t.,!", "", ""},
		{English, "a\xffb", "a b", "a b"},
		{English, long, long[:MaxToken], long[:MaxToken]},
		{Chinese, "𠀀𠀁", "𠀀 𠀀𠀁 𠀁", "𠀀𠀁"},
	} {
		if diff := cmp.Diff(c.index, cut(c.a, c.text, false)); diff != "" {
			t.Errorf("index %q: %s", c.text, diff)
		}
		if diff := cmp.Diff(c.query, cut(c.a, c.text, true)); diff != "" {
			t.Errorf("query %q: %s", c.text, diff)
		}
	}
	if diff := cmp.Diff([]string{"b", "a"}, English.QueryTokens("B a, b A")); diff != "" {
		t.Error(diff)
	}
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]Analyzer{"": Plain, "plain": Plain, "english": English, "chinese": Chinese} {
		if got, err := Named(name); err != nil || got != want {
			t.Errorf("%q: %v %v", name, got, err)
		}
	}
	if _, err := Named("Klingon"); err == nil || err.Error() != `unknown analyzer "Klingon": want english, chinese or plain` {
		t.Error(err)
	}
}

// Whatever the text: tokens are not empty, not too long, UTF-8; what a query
// asks for is in the index of the same text; case does not matter.
func check(t interface{ Fatalf(string, ...any) }, text string) {
	for _, a := range []Analyzer{Plain, English, Chinese} {
		indexed := map[string]bool{}
		a.Index(text, func(token []byte) {
			if len(token) == 0 || len(token) > MaxToken || !utf8.Valid(token) {
				t.Fatalf("token %q of %q", token, text)
			}
			indexed[string(token)] = true
		})
		for _, q := range a.QueryTokens(text) {
			if !indexed[q] {
				t.Fatalf("%q of the query %q is not in its index", q, text)
			}
		}
	}
}

func TestQueriesFindTheirText(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) { check(r, rapid.String().Draw(r, "text")) })
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{"Go 围棋", "ﬁ①Å", "\xff\xfe", "é́́́", strings.Repeat("́", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

func BenchmarkIndex(b *testing.B) {
	for name, text := range map[string]string{"english": strings.Repeat("Real-time strategy game of ancient warfare. ", 20), "chinese": strings.Repeat("跨平台的古代战争实时策略游戏，", 20)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Chinese.Index(text, func([]byte) {})
			}
		})
	}
}
