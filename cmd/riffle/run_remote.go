package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// remote asks a running server for a scene's answer.
func (r *runner) remote(ctx context.Context, scene string) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	asked := map[string]any{"request": values, "explain": r.explain}
	if q := r.questions(nil); len(q) > 0 {
		asked["why_not"] = q
	}
	text, err := r.call(ctx, http.MethodPost, asked, nil, "scenes", scene, "serve")
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return fmt.Errorf("%s answers what is no JSON: %w", r.server, err)
	}
	_, err = fmt.Fprintln(r.out, strings.TrimSpace(out.String()))
	return err
}
