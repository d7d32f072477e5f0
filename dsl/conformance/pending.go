package conformance

import (
	"fmt"
	"strings"
)

// Pending reads pending.txt: a line is `archive/title  # reason`. Lines that
// are empty or begin with # say nothing.
func Pending(text string) (map[string]string, error) {
	out := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, reason, ok := strings.Cut(line, "  # ")
		if !ok || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("line %d: want archive/title  # reason", i+1)
		}
		out[strings.TrimSpace(id)] = reason
	}
	return out, nil
}
