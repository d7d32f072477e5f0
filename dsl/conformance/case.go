package conformance

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Kinds of cases in archives.
const (
	OK     = "ok"
	Error  = "error"
	Format = "format"
	Graph  = "graph"
)

const (
	split  = "----"  // between a text and what becomes of it
	hole   = "  …"   // where lines of a pipeline stand
	opener = "//// " // begins a file of a case that has several
)

// Case is one program with what must come of it.
type Case struct {
	Archive string // without its folder and ending
	Kind    string
	Title   string
	Line    int    // of the archive, where the text begins
	Text    string // as written, up to the line ----
	Want    string // behind that line
	HasWant bool
	Files   []File
}

// File is one source of a case's project. Skip is how many of its first lines
// are not the case's own.
type File struct {
	Name string
	Text string
	Skip int
}

// ID names the case in test output.
func (c *Case) ID() string { return c.Archive + "/" + c.Title }

// Load reads every archive of a folder, in order of their names.
func Load(fsys fs.FS) ([]Case, error) {
	around, err := fs.ReadFile(fsys, "around.riffle")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(fsys, "*.txtar")
	if err != nil {
		return nil, err
	}
	var out []Case
	seen := map[string]bool{}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		cases, err := archive(strings.TrimSuffix(path.Base(name), ".txtar"), string(text), string(around))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, c := range cases {
			if seen[c.ID()] {
				return nil, fmt.Errorf("%s:%d: %q is the title of two cases", name, c.Line, c.Title)
			}
			seen[c.ID()] = true
		}
		out = append(out, cases...)
	}
	return out, nil
}

// section of an archive.
type section struct {
	title, text string
	line        int // where its text begins
}

// sections splits an archive at its lines `-- title --`. What stands before the
// first is prose.
func sections(text string) []section {
	var out []section
	for i, line := range strings.SplitAfter(text, "\n") {
		bare := strings.TrimRight(line, "\n")
		if strings.HasPrefix(bare, "-- ") && strings.HasSuffix(bare, " --") && len(bare) > 6 {
			out = append(out, section{title: bare[3 : len(bare)-3], line: i + 2})
		} else if len(out) > 0 {
			out[len(out)-1].text += line
		}
	}
	return out
}

func archive(name, text, around string) ([]Case, error) {
	beside := ""
	var out []Case
	for _, s := range sections(text) {
		switch s.title {
		case "around":
			around = s.text
			continue
		case "beside":
			beside = s.text
			continue
		}
		kind, title, ok := strings.Cut(s.title, ": ")
		if !ok || title == "" {
			return nil, fmt.Errorf("line %d: a section is called kind: title, around or beside", s.line-1)
		}
		c := Case{Archive: name, Kind: kind, Title: title, Line: s.line}
		switch kind {
		case OK, Error, Format, Graph:
		default:
			return nil, fmt.Errorf("line %d: %q is no kind of case", s.line-1, kind)
		}
		c.Text, c.Want, c.HasWant = cut(s.text)
		if strings.TrimSpace(c.Text) == "" {
			return nil, fmt.Errorf("line %d: the case is empty", s.line-1)
		}
		files, err := project(c.Text, around)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", s.line-1, err)
		}
		if c.Files = files; beside != "" && !strings.HasPrefix(c.Text, opener) {
			c.Files = append(c.Files, File{Name: "beside.riffle", Text: beside, Skip: strings.Count(beside, "\n") + 1})
		}
		out = append(out, c)
	}
	return out, nil
}

// cut separates a text from what becomes of it.
func cut(text string) (before, behind string, ok bool) {
	if before, ok = strings.CutPrefix(text, split+"\n"); ok {
		return "", before, true
	}
	before, behind, ok = strings.Cut(text, "\n"+split+"\n")
	if ok {
		before += "\n"
	}
	return before, behind, ok
}

// project is the files of a case's text.
func project(text, around string) ([]File, error) {
	if strings.HasPrefix(text, " ") {
		head, tail, ok := strings.Cut(around, hole+"\n")
		if !ok {
			return nil, fmt.Errorf("what stands around has no line %q", hole)
		}
		return []File{{Name: "case.riffle", Text: head + text + tail, Skip: strings.Count(head, "\n")}}, nil
	}
	if !strings.HasPrefix(text, opener) {
		return []File{{Name: "case.riffle", Text: text}}, nil
	}
	var out []File
	for _, part := range strings.Split("\n"+text, "\n"+opener)[1:] {
		name, body, _ := strings.Cut(part, "\n")
		out = append(out, File{Name: strings.TrimSpace(name), Text: body + "\n"})
	}
	return out, nil
}
