package config

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
	"github.com/spf13/pflag"
)

// FileFlag is the flag that names the file.
const FileFlag = "config"

// maxFile bounds the settings file.
const maxFile = 64 << 10

// Variable is the environment variable of a flag.
func Variable(flag string) string {
	return "RIFFLE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Apply sets every flag that the command line did not, from the environment or
// else from the file. Errors name the setting and where it came from.
func Apply(flags *pflag.FlagSet, getenv func(string) string) error {
	var file map[string]string
	if f := flags.Lookup(FileFlag); f != nil {
		if v := getenv(Variable(FileFlag)); v != "" && !f.Changed {
			if err := flags.Set(FileFlag, v); err != nil {
				return err
			}
		}
		if path := f.Value.String(); path != "" {
			var err error
			if file, err = readFile(path); err != nil {
				return err
			}
			if err := known(flags, file, path); err != nil {
				return err
			}
		}
	}
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		if failed != nil || f.Changed || f.Name == FileFlag || f.Name == "help" {
			return
		}
		from, v := Variable(f.Name), getenv(Variable(f.Name))
		if v == "" {
			var ok bool
			if v, ok = file[f.Name]; !ok {
				return
			}
			from = "the settings file, " + f.Name
		}
		if err := flags.Set(f.Name, v); err != nil {
			failed = fmt.Errorf("%s: %q is not a %s", from, v, f.Value.Type())
			return
		}
		failed = flags.SetAnnotation(f.Name, settled, []string{from})
	})
	return failed
}

// settled is the annotation of flags that Apply has set: from where.
const settled = "riffle.settled"

// Typed tells whether a flag was set on the command line itself.
func Typed(flags *pflag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Changed && len(f.Annotations[settled]) == 0
}

func readFile(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("settings: %s is longer than %d bytes", path, maxFile)
	}
	settings, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("settings: %s: %w", path, err)
	}
	return settings, nil
}

// flat lists the kinds of token that "name: value" lines are made of. Aliases
// and nesting, which let a small file grow without bound, are none of them.
var flat = [...]token.Type{
	token.DocumentHeaderType, token.MappingValueType, token.CommentType, token.SingleQuoteType,
	token.DoubleQuoteType, token.SpaceType, token.NullType, token.ImplicitNullType, token.IntegerType,
	token.FloatType, token.StringType, token.BoolType,
}

// Parse reads the text of a settings file: one "name: value" a line, in YAML's
// spelling.
func Parse(data []byte) (map[string]string, error) {
	for _, t := range lexer.Tokenize(string(data)) {
		if !slices.Contains(flat[:], t.Type) {
			return nil, fmt.Errorf("line %d: %.40q is not a line of the form name: value", t.Position.Line, t.Value)
		}
	}
	var values map[string]any
	if err := yaml.Unmarshal(data, &values); err != nil {
		return nil, fmt.Errorf("not lines of the form name: value: %s", yaml.FormatError(err, false, false))
	}
	settings := make(map[string]string, len(values))
	for name, v := range values {
		switch v.(type) {
		case string, bool, int64, uint64, float64:
			settings[name] = fmt.Sprint(v)
		default:
			return nil, fmt.Errorf("%s: want one value", name)
		}
	}
	return settings, nil
}

func known(flags *pflag.FlagSet, file map[string]string, path string) error {
	names := make([]string, 0, len(file))
	for name := range file {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != FileFlag && flags.Lookup(name) != nil {
			continue
		}
		var have []string
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Name != FileFlag && f.Name != "help" {
				have = append(have, f.Name)
			}
		})
		return fmt.Errorf("settings: %s: there is no setting %q; there are %s", path, name, strings.Join(have, ", "))
	}
	return nil
}
