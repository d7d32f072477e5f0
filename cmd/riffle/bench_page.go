package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// benchRow is one line of the page. Less is better unless Unit ends in /s.
type benchRow struct {
	ID      string   `json:"id"` // group.name
	What    string   `json:"what"`
	Unit    string   `json:"unit"`
	Ours    float64  `json:"ours"`
	Theirs  *float64 `json:"theirs"` // null without an opponent
	Against string   `json:"against"`
	Ratio   *float64 `json:"ratio"`                 // ours by theirs
	Reach   string   `json:"reach"`                 // the aim, in words; "" for none
	Holds   bool     `json:"holds"`                 // true without an opponent
	Allocs  string   `json:"allocations,omitempty"` // a request, ours / theirs
}

type benchTable struct {
	Rows []benchRow `json:"rows"`
}

// versus is a row with an opponent. The ratio is the median of those of each
// turn: what disturbs a turn disturbs both sides. Reach is what it may be at
// most, 0 for no aim.
func versus(id, what, unit string, ours, theirs, ratio float64, against string, reach float64) benchRow {
	r := benchRow{ID: id, What: what, Unit: unit, Ours: ours, Theirs: &theirs, Against: against, Ratio: &ratio, Holds: true}
	if reach > 0 {
		r.Reach, r.Holds = "≤ "+digits(reach)+" ×", ratio <= reach
	}
	return r
}

// alone is a row without an opponent.
func alone(id, what, unit string, ours float64) benchRow {
	return benchRow{ID: id, What: what, Unit: unit, Ours: ours, Holds: true}
}

// within is a row without an opponent that may be so much at most.
func within(id, what, unit string, ours, most float64) benchRow {
	return benchRow{ID: id, What: what, Unit: unit, Ours: ours, Reach: "≤ " + digits(most) + " " + unit, Holds: ours <= most}
}

func (r benchRow) line() string {
	s := fmt.Sprintf("%-24s %10s %s", r.ID, digits(r.Ours), r.Unit)
	if r.Theirs != nil {
		s += fmt.Sprintf(", %s %s %s", r.Against, digits(*r.Theirs), r.Unit)
	}
	if r.Ratio != nil {
		s += fmt.Sprintf(", %s ×", digits(*r.Ratio))
	}
	if !r.Holds {
		s += ", misses " + r.Reach
	}
	return s
}

// digits writes three significant ones.
func digits(f float64) string {
	if f >= 1000 || f <= -1000 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'g', 3, 64)
}

// keepRows replaces the rows of a group in the table and on the page. The two are
// not made of each other: the table is of this machine, the page of whoever
// measured a group last.
func keepRows(table, page, group string, rows []benchRow) error {
	var t benchTable
	text, err := os.ReadFile(table)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &t); err != nil {
			return fmt.Errorf("%s: %w; delete it and measure everything anew", table, err)
		}
	}
	t.Rows = slices.DeleteFunc(t.Rows, func(r benchRow) bool { return strings.HasPrefix(r.ID, group+".") })
	t.Rows = append(t.Rows, rows...)
	slices.SortStableFunc(t.Rows, func(a, b benchRow) int { return groupPlace(a.ID) - groupPlace(b.ID) })
	if text, err = json.MarshalIndent(t, "", "  "); err != nil {
		return err
	}
	old, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for path, text := range map[string][]byte{table: append(text, '\n'), page: replaceLines(old, group, rows)} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// groupPlace of a row's group on the page; unknown groups come last.
func groupPlace(id string) int {
	for i, g := range benches {
		if strings.HasPrefix(id, g.name+".") {
			return i
		}
	}
	return len(benches)
}

// pageLine is a row as the page has it.
type pageLine struct{ id, text string }

// linesOf reads the rows of a page.
func linesOf(page []byte) (lines []pageLine) {
	for text := range strings.Lines(string(page)) {
		if rest, ok := strings.CutPrefix(text, "| `"); ok {
			id, _, _ := strings.Cut(rest, "`")
			lines = append(lines, pageLine{id, strings.TrimSuffix(text, "\n")})
		}
	}
	return lines
}

// replaceLines writes the page with these rows of a group.
func replaceLines(old []byte, group string, rows []benchRow) []byte {
	lines := slices.DeleteFunc(linesOf(old), func(l pageLine) bool { return strings.HasPrefix(l.id, group+".") })
	for _, r := range rows {
		lines = append(lines, pageLine{r.ID, r.markdown()})
	}
	slices.SortStableFunc(lines, func(a, b pageLine) int { return groupPlace(a.id) - groupPlace(b.id) })
	var b bytes.Buffer
	b.WriteString("# Benchmarks\n\nWritten by `make bench`; each command replaces its own rows only. " +
		"Sides of a row are measured in turn in one process, and the medians are given.\n\n" +
		"| row | what | ours | theirs | against | ratio | reach | holds | allocations, ours / theirs |\n|---|---|---:|---:|---|---:|---|---|---|\n")
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.Bytes()
}

func (r benchRow) markdown() string {
	theirs, ratio, against, reach := "–", "–", "–", "–"
	if r.Theirs != nil {
		theirs, against = digits(*r.Theirs)+" "+r.Unit, r.Against
	}
	if r.Ratio != nil {
		ratio = digits(*r.Ratio)
	}
	if r.Reach != "" {
		reach = r.Reach
	}
	holds, allocs := "yes", r.Allocs
	if allocs == "" {
		allocs = "–"
	}
	if !r.Holds {
		holds = "**no**"
	}
	return fmt.Sprintf("| `%s` | %s | %s %s | %s | %s | %s | %s | %s | %s |", r.ID, r.What, digits(r.Ours), r.Unit, theirs, against, ratio, reach, holds, allocs)
}
