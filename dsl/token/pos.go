package token

import (
	"sort"
	"unicode/utf8"
)

// Range is a half-open span [From, To) of byte offsets in one file.
type Range struct{ From, To int }

// Union is the smallest range that covers both.
func (r Range) Union(o Range) Range {
	return Range{min(r.From, o.From), max(r.To, o.To)}
}

// Position is a place as people read it: line and column from 1, the column
// in characters.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Lines maps byte offsets of one source text to positions. It is immutable
// after NewLines and safe for concurrent use.
type Lines struct {
	src    []byte
	starts []int
}

// NewLines indexes src, which it keeps and never changes.
func NewLines(src []byte) *Lines {
	starts := []int{0}
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return &Lines{src: src, starts: starts}
}

// Position of a byte offset; offsets outside the text are clamped to it.
func (l *Lines) Position(offset int) Position {
	offset = max(0, min(offset, len(l.src)))
	line := sort.SearchInts(l.starts, offset+1) - 1
	return Position{Line: line + 1, Column: utf8.RuneCount(l.src[l.starts[line]:offset]) + 1}
}

// Line is the line of a byte offset, from 1, without the work of counting its
// column.
func (l *Lines) Line(offset int) int { return sort.SearchInts(l.starts, offset+1) }

// Start is the byte offset at which a line, from 1, begins.
func (l *Lines) Start(line int) int { return l.starts[max(0, min(line, len(l.starts))-1)] }

// Offset is the inverse of Position, clamped to the line and the text.
func (l *Lines) Offset(p Position) int {
	if p.Line < 1 {
		return 0
	}
	if p.Line > len(l.starts) {
		return len(l.src)
	}
	at := l.starts[p.Line-1]
	for c := 1; c < p.Column && at < len(l.src) && l.src[at] != '\n'; c++ {
		_, n := utf8.DecodeRune(l.src[at:])
		at += n
	}
	return at
}
