package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Lines keeps what pipelines log.
type Lines struct {
	mu   sync.Mutex
	said []string // place of the log, place of the item, its key
}

// Log takes them.
func (l *Lines) Log(to string, lines [][]byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range lines {
		var item struct {
			Place    int
			Resource string
			Key      string
		}
		if err := json.Unmarshal(line, &item); err != nil {
			return err
		}
		l.said = append(l.said, fmt.Sprintf("%s#%d=%s/%s", to, item.Place, item.Resource, item.Key))
	}
	return nil
}

// String is all of them by place: what stands behind an answer runs side by side.
func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := slices.Clone(l.said)
	slices.SortStableFunc(said, func(a, b string) int {
		a, _, _ = strings.Cut(a, "#")
		b, _, _ = strings.Cut(b, "#")
		return strings.Compare(a, b)
	})
	return strings.Join(said, " ")
}
