package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// maxAnswer bounds what is read of a server's answer.
const maxAnswer = 64 << 20

// remote asks a running server for a scene's answer.
func (r *runner) remote(ctx context.Context, scene string) error {
	values, err := r.values()
	if err != nil {
		return err
	}
	base, err := url.Parse(r.server)
	if err != nil || base.Host == "" {
		return usageError{fmt.Errorf("--server: want an address such as http://127.0.0.1:8080, got %q", r.server)}
	}
	body, err := json.Marshal(map[string]any{"request": values, "explain": r.explain})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	at := base.JoinPath("api", "v1", "teams", r.team, "scenes", scene, "serve")
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s does not answer: %w; is that where riffle up serves? --server names another", r.server, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return refusal(answer.Status, text)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return fmt.Errorf("%s answers what is no JSON: %w", r.server, err)
	}
	_, err = fmt.Fprintln(r.out, strings.TrimSpace(out.String()))
	return err
}

// refusal is a problem of the server as an error.
func refusal(status string, body []byte) error {
	var p struct {
		Detail    string `json:"detail"`
		Code      string `json:"code"`
		RequestID string `json:"request_id"`
		Errors    []struct {
			Message  string `json:"message"`
			Location string `json:"location"`
		} `json:"errors"`
	}
	if json.Unmarshal(body, &p) != nil || p.Detail == "" {
		return fmt.Errorf("the server says %s", status)
	}
	text := fmt.Sprintf("the server says %s: %s", status, p.Detail)
	for _, e := range p.Errors {
		text += fmt.Sprintf("; %s: %s", e.Location, e.Message)
	}
	if strings.HasPrefix(status, "401") {
		text += "; --token gives one"
	}
	if p.RequestID != "" {
		text += fmt.Sprintf(" (request %s)", p.RequestID)
	}
	return fmt.Errorf("%s", text)
}
