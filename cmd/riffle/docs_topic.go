package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"riffle.dev/riffle/docs"
	"riffle.dev/riffle/dsl"
	"riffle.dev/riffle/dsl/diag"
)

// topics are the words of the language that the documents explain, beside
// operators, functions and codes.
func topics() []string {
	return []string{"import", "type", "resource", "service", "function", "pipeline", "scene", "experiment", "test",
		"if", "loop", "each", "choose", "after", "nil", "columns", "knob", "tier", "degrade", "limit", "given", "expect", "model",
		"optional", "gain", "when", "timeout", "hedge", "retry", "cache", "fallback"}
}

// section of a page: its heading and the lines below it.
type section struct {
	heading string // without the marks
	text    string
}

// maxSections and maxParagraphs bound what is printed of one word.
const (
	maxSections   = 3
	maxParagraphs = 12
)

var code = regexp.MustCompile(`^[EWH]\d{4}$`)

// sections that explain a code or a word: those with the word in their heading,
// of the how-to first; else the paragraphs that have it in code; else those that
// have it at all.
func sections(name string) ([]string, error) {
	if upper := strings.ToUpper(name); code.MatchString(upper) {
		return codeSection(upper)
	}
	howto, err := docs.Page("howto.md")
	if err != nil {
		return nil, err
	}
	if !topic.MatchString(name) {
		return nil, nil
	}
	all := append(sectionsOf(howto), sectionsOf(dsl.Spec())...)
	all = slices.DeleteFunc(all, func(s section) bool { return formal.MatchString(s.heading) })
	word := wordly(strings.TrimSuffix(name, "s") + "s?")
	var out []string
	for _, s := range all {
		if word.MatchString(s.heading) && len(out) < maxSections {
			out = append(out, s.text)
		}
	}
	asCode := func(p string) bool { return word.MatchString(inlineCode(p)) }
	for _, named := range []func(paragraph string) bool{asCode, word.MatchString} {
		if len(out) > 0 {
			break
		}
		left := maxParagraphs
		for _, s := range all {
			if text := naming(s, word, named, &left); text != "" {
				out = append(out, text)
			}
		}
	}
	return out, nil
}

var (
	topic = regexp.MustCompile(`^[\pL\pN_]{2,40}$`)
	// formal sections list every word and explain none.
	formal = regexp.MustCompile(`(?i)^\d+\. (text|grammar|canonical form|codes)$`)
)

// wordly finds a word that stands by itself.
func wordly(word string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^\pL\pN_])` + word + `($|[^\pL\pN_])`)
}

// inlineCode is what stands in backquotes in a paragraph.
func inlineCode(paragraph string) string {
	var out []string
	for i, part := range strings.Split(paragraph, "`") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	return strings.Join(out, "\n")
}

// codeSection is what the index of errors says of a code.
func codeSection(name string) ([]string, error) {
	index, err := docs.Page("errors.md")
	if err != nil {
		return nil, err
	}
	for _, s := range sectionsOf(index) {
		if s.heading == name {
			return []string{s.text}, nil
		}
	}
	if c, ok := diag.Explain(name); ok { // declared, and not in the index yet
		return []string{fmt.Sprintf("## %s\n\n%s\n\nWrong:\n\n```\n%s```\n\nRight:\n\n```\n%s```\n", c.Code, c.Summary, c.Bad, c.Good)}, nil
	}
	return nil, nil
}

// sectionsOf a page; headings within code are none.
func sectionsOf(page string) []section {
	var out []section
	inCode := false
	for _, line := range strings.SplitAfter(page, "\n") {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if title := strings.TrimLeft(line, "#"); !inCode && title != line && strings.HasPrefix(title, " ") {
			out = append(out, section{heading: strings.TrimSpace(title)})
		}
		if n := len(out); n > 0 {
			out[n-1].text += line
		}
	}
	return out
}

// naming are the paragraphs of a section that name a word, with the code behind
// them that has it.
func naming(s section, word *regexp.Regexp, named func(string) bool, left *int) string {
	var out []string
	taken := false
	for _, p := range paragraphs(s.text) {
		isCode := strings.HasPrefix(p, "```")
		take := isCode && taken && word.MatchString(p) || !isCode && !strings.HasPrefix(p, "#") && named(p)
		if take && *left > 0 {
			*left--
			out = append(out, p)
		}
		taken = take
	}
	if len(out) == 0 {
		return ""
	}
	return "## " + s.heading + "\n\n" + strings.Join(out, "\n\n") + "\n"
}

// paragraphs are parted by empty lines; a block of code is one.
func paragraphs(text string) []string {
	var out []string
	var now []string
	inCode := false
	flush := func() {
		if len(now) > 0 {
			out = append(out, strings.Join(now, "\n"))
		}
		now = nil
	}
	for _, line := range strings.Split(text, "\n") {
		fence := strings.HasPrefix(line, "```")
		if fence && !inCode {
			flush()
		}
		if line == "" && !inCode {
			flush()
			continue
		}
		now = append(now, line)
		if fence {
			if inCode = !inCode; !inCode {
				flush()
			}
		}
	}
	flush()
	return out
}

// nearest of the known words by letters that differ; "" when none is near.
func nearest(name string, known []string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, k := range slices.SortedFunc(slices.Values(known), cmp.Compare[string]) {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance of Levenshtein between two short words.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		before := row[0]
		row[0] = i + 1
		for j, s := range y {
			next := row[j+1]
			cost := before
			if r != s {
				cost = 1 + min(before, row[j], row[j+1])
			}
			row[j+1], before = cost, next
		}
	}
	return row[len(y)]
}
