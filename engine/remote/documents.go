package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/body"
)

// documents reads {"items": [{"key": "g1", "score": 0.5}, …]}, scores for all or
// none, one document after the other: of a million no more is looked at than
// there may be.
func documents(got []byte, out *op.Reply) error {
	dec := json.NewDecoder(body.Steps(got))
	t, err := dec.Token()
	if err == nil && t != json.Delim('{') {
		err = fmt.Errorf("want an object, got %v", t)
	}
	if err != nil {
		return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
	}
	there := false
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
		}
		if word, _ := name.(string); !strings.EqualFold(word, "items") {
			var other json.RawMessage
			if err := dec.Decode(&other); err != nil {
				return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
			}
			continue
		}
		if there {
			return errors.New("items twice in an answer")
		}
		if t, err := dec.Token(); err != nil || t != json.Delim('[') {
			return fmt.Errorf("items: want a list, got %v", t)
		}
		if _, err := list(dec, index.MaxHits, func(i int, e json.RawMessage) error { return document(i, e, out) }); err != nil {
			return err
		}
		if _, err := dec.Token(); err != nil {
			return err
		}
		there = true
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("an answer that is no JSON object of the protocol: %w", err)
	}
	if !there {
		return errors.New("an answer without items")
	}
	return ended(dec)
}

// document i of an answer.
func document(i int, e json.RawMessage, out *op.Reply) error {
	var d struct {
		Key   *string  `json:"key"`
		Score *float64 `json:"score"`
	}
	if err := json.Unmarshal(e, &d); err != nil || d.Key == nil {
		return fmt.Errorf("items[%d]: want an object with key and score, got %s", i, clip(string(e)))
	}
	if i > 0 && (d.Score != nil) != (len(out.Scores) > 0) {
		return fmt.Errorf("items[%d]: want a score for all items or for none", i)
	}
	out.Keys = append(out.Keys, *d.Key)
	if d.Score != nil {
		out.Scores = append(out.Scores, *d.Score)
	}
	return nil
}
