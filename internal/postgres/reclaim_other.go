//go:build !linux

package postgres

import (
	"os/exec"
	"strconv"
	"strings"
)

// runsOn asks ps, which tells the program but not where it works.
func runsOn(pid int, data string) bool {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(out), "postgres") && strings.Contains(string(out), data)
}

// stragglers are not looked for: their command line does not name the data.
func stragglers(string) []int { return nil }
