package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// settingKind says what stands right of a setting's colon.
type settingKind uint8

const (
	intSetting      settingKind = iota
	countsSetting               // an int, or a range of ints
	durationSetting             // 30ms
	rateSetting                 // 2000/s
	numberSetting               // int, float or percent
	percentSetting              // 90%
	percentsSetting             // 90%, or a range such as 40%..70%
	stringSetting
	wordSetting  // one of words
	nameSetting  // the name of a declaration
	formSetting  // one of words, a call of one of calls, or a whole number when lo is above 0
	blockSetting // name { … }, whose entries are those of block
	secretSetting
	urlSetting  // one URL
	urlsSetting // a list of URLs, at least one
	rampSetting // shares, ascending, up to 100 %
)

// setting is one row of a table of known settings.
type setting struct {
	name  string
	kind  settingKind
	words []string
	calls []string
	block []setting
	inert bool // kept, without effect in this version
	lo    float64
	hi    float64 // 0: none
	by    bool    // may be said by a key
}

// settings checks a list against its table, once each, and hands the good ones
// to take.
func (c *checker) settings(of string, list []*ast.Setting, table []setting, take func(name string, s *ast.Setting)) {
	seen := map[string]bool{}
	var names []string
	for _, row := range table {
		names = append(names, row.name)
	}
	for _, s := range list {
		if s == nil || s.Name == nil || s.Name.Text == "" {
			continue
		}
		c.secret(s)
		name := s.Name.Text
		row, ok := findSetting(table, name)
		switch {
		case !ok:
			c.reportNear(s.Name.At, "E0309", fmt.Sprintf("%s has no setting %s", of, show(name)), name, "there are "+listed(names), names)
			continue
		case seen[name]:
			c.report(s.Name.At, "E0302", fmt.Sprintf("%s is already set", name), "leave one of them out")
			continue
		}
		seen[name] = true
		if !c.settingFits(row, s) {
			continue
		}
		if s.By != nil && !row.by {
			c.report(s.By.At, "E0405", fmt.Sprintf("%s of %s is not counted by a key", name, of), "leave the by out")
		}
		if row.kind == blockSetting && row.block != nil {
			c.settings(name, s.Settings, row.block, nil)
		}
		if row.inert {
			c.report(s.Name.At, "H0901", fmt.Sprintf("%s is kept but has no effect in this version", name), "")
		}
		if take != nil {
			take(name, s)
		}
	}
}

func findSetting(table []setting, name string) (setting, bool) {
	for _, row := range table {
		if row.name == name {
			return row, true
		}
	}
	return setting{}, false
}

// wordOf is a bare word in constant or value position.
func wordOf(v ast.Value) (string, bool) {
	if w, ok := v.(*ast.Word); ok {
		return w.Text, true
	}
	if n, ok := bareName(v); ok {
		return n, true
	}
	return "", false
}

// valueAt is where a setting's value stands, or its name when there is none.
func valueAt(s *ast.Setting) token.Range {
	if s.Value != nil {
		return s.Value.Span()
	}
	return s.Name.At
}
