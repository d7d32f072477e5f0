package app

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// Reason names the sentence of a refusal. It is stable: a client may act on it,
// and the console has the sentence in its reader's language under this name.
type Reason string

// Said is a sentence of another layer inside of one of ours: its quotes are its
// own.
type Said string

// hole of a sentence, such as {login}.
var hole = regexp.MustCompile(`\{([a-z_]+)\}`)

// Fail makes an error of a code. The sentence is English, with named holes that
// args fill in the order they first appear: a name is shown without what a
// terminal or a page might take for its own. reason and sentence are literals
// where this is called; a test reads them there and gathers them in reasons.json.
func Fail(code Code, reason Reason, sentence string, args ...any) *Error {
	e := &Error{Code: code, Reason: reason}
	for _, name := range Holes(sentence) {
		if len(args) == 0 {
			break
		}
		if e.Params == nil {
			e.Params = map[string]any{}
		}
		e.Params[name], args = param(args[0]), args[1:]
	}
	e.Message = hole.ReplaceAllStringFunc(sentence, func(h string) string {
		if v, ok := e.Params[h[1:len(h)-1]]; ok {
			return fmt.Sprint(v)
		}
		return h
	})
	return e
}

// Holes of a sentence, each once, in the order they appear.
func Holes(sentence string) []string {
	var names []string
	for _, m := range hole.FindAllStringSubmatch(sentence, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// param is a value as it is sent: numbers stay, everything else is text.
func param(v any) any {
	switch x := v.(type) {
	case int, int64, float64:
		return x
	case Said:
		return string(x)
	}
	quoted := strconv.Quote(fmt.Sprint(v))
	return quoted[1 : len(quoted)-1]
}

// Passed makes an error of a sentence that another layer made.
func Passed(e *PutError) *Error {
	return &Error{Code: e.Code, Message: e.Message, Reason: e.Reason, Params: maps.Clone(e.Params)}
}
