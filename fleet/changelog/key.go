package changelog

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// CheckKey tells what is wrong with a key. Appends of many callers share one
// commit, so a key that Postgres does not take as text would fail all of them.
func CheckKey(key string) error {
	switch {
	case key == "" || len(key) > MaxKeyBytes:
		return fmt.Errorf("the key has %d bytes, want 1 to %d", len(key), MaxKeyBytes)
	case !utf8.ValidString(key):
		return errors.New("the key is not UTF-8")
	case strings.IndexByte(key, 0) >= 0:
		return errors.New("the key holds a zero byte")
	}
	return nil
}
