package server

import (
	"os/exec"
	"strings"
	"testing"
)

// The serving path needs no database: nothing it is made of knows gorm or a
// driver.
func TestServingPathKnowsNoDatabase(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "riffle.dev/riffle/server/gateway", "riffle.dev/riffle/engine").Output()
	if err != nil {
		t.Skipf("no go command here: %v", err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("%d packages listed", len(deps))
	}
	for _, d := range deps {
		if strings.HasPrefix(d, "gorm.io/") || strings.HasPrefix(d, "github.com/jackc/pgx") || d == "riffle.dev/riffle/server/store" {
			t.Errorf("the gateway depends on %s", d)
		}
	}
}
