package enginetest

import (
	"encoding/json"
	"fmt"
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

// String is all of them in the order they came.
func (l *Lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.said, " ")
}
