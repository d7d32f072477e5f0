package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
)

// benchPeers lets the module in bench measure: what it compares with is no
// dependency of ours.
func benchPeers(ctx context.Context, b *bencher) ([]benchRow, error) {
	out, err := exec.CommandContext(ctx, "go", "-C", "bench", "run", ".", "-each", b.each.String()).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("%w: %s", err, failed.Stderr)
	}
	if err != nil {
		return nil, err
	}
	var rows []benchRow
	if err := json.Unmarshal(out, &rows); err != nil {
		return nil, fmt.Errorf("bench printed no rows: %w", err)
	}
	return rows, nil
}
