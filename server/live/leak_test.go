package live_test

import (
	"testing"

	"go.uber.org/goleak"
)

// No socket leaves a goroutine behind, however it ended.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
