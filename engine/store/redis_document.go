package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/redis/go-redis/v9"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// documents by their keys, in that order; those that are not there are left
// out.
func (b *redisStore) documents(ctx context.Context, q *question, keys []string, scores map[string]float64) ([]found, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	read := b.hashes
	if b.json {
		read = b.texts
	}
	raw, err := read(ctx, q, keys)
	if err != nil {
		return nil, err
	}
	out := make([]found, 0, len(keys))
	for i, key := range keys {
		if raw[i] == nil {
			continue
		}
		if key == "" || len(key) > index.MaxKey {
			return nil, bad("a key of %d bytes, want 1 to %d", len(key), index.MaxKey)
		}
		d := found{key: key, score: scores[key], values: make([]column.Value, len(q.fields))}
		for k, at := range q.fields {
			if at == b.plan.key {
				d.values[k] = key
				continue
			}
			f := &b.plan.schema.Fields[at]
			if d.values[k], err = field(f, key, raw[i][f.Name]); err != nil {
				return nil, err
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// hashes are documents whose fields are those of a hash: just what is wanted.
func (b *redisStore) hashes(ctx context.Context, q *question, keys []string) ([]map[string]any, error) {
	var names []string
	for _, at := range q.fields {
		if at != b.plan.key {
			names = append(names, b.plan.schema.Fields[at].Name)
		}
	}
	pipe := b.client.Pipeline()
	there, values := make([]*redis.IntCmd, len(keys)), make([]*redis.SliceCmd, len(keys))
	for i, key := range keys {
		there[i] = pipe.Exists(ctx, b.prefix+key)
		if len(names) > 0 {
			values[i] = pipe.HMGet(ctx, b.prefix+key, names...)
		}
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	out := make([]map[string]any, len(keys))
	for i, key := range keys {
		if there[i].Val() == 0 {
			continue
		}
		out[i] = map[string]any{}
		if values[i] == nil {
			continue
		}
		list := values[i].Val()
		if len(list) != len(names) {
			return nil, bad("document %q: %s, %d asked for", clip(key), plural.Of(len(list), "field"), len(names))
		}
		for k, v := range list {
			text, ok := v.(string)
			if !ok {
				continue // it is not there
			}
			f := &b.plan.schema.Fields[b.plan.byName[names[k]]]
			parsed, err := parseText(f.Type, text)
			if err != nil {
				return nil, bad("document %q, field %s: %s", clip(key), f.Name, err)
			}
			out[i][f.Name] = parsed
		}
	}
	return out, nil
}

// texts are documents that are JSON objects.
func (b *redisStore) texts(ctx context.Context, _ *question, keys []string) ([]map[string]any, error) {
	full := make([]string, len(keys))
	for i, key := range keys {
		full[i] = b.prefix + key
	}
	list, err := b.client.MGet(ctx, full...).Result()
	if err != nil {
		return nil, err
	}
	if len(list) != len(keys) {
		return nil, bad("%s for %s", plural.Of(len(list), "document"), plural.Of(len(keys), "key"))
	}
	out := make([]map[string]any, len(keys))
	for i, v := range list {
		text, ok := v.(string)
		if !ok {
			continue
		}
		dec := json.NewDecoder(bytes.NewReader([]byte(text)))
		dec.UseNumber()
		if err := dec.Decode(&out[i]); err != nil || out[i] == nil {
			return nil, bad("document %q is no JSON object", clip(keys[i]))
		}
	}
	return out, nil
}

// parseText is a field of a hash, which is text, in the form column.Parse takes:
// numbers as they are written, true or 1, lists, records and vectors as JSON; a
// vector also as its floats of 32 bits, little end first.
func parseText(t column.Type, text string) (any, error) {
	switch t.Kind {
	case column.Int, column.Float:
		if len(text) > 64 {
			return nil, fmt.Errorf("want %s, got %s", t, plural.Of(len(text), "byte"))
		}
		return json.Number(text), nil
	case column.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("want bool, got text %q", clip(text))
		}
		return v, nil
	case column.Time:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, nil
		}
	case column.Vector:
		if len(text) == 4*t.Dim && (text[0] != '[' || text[len(text)-1] != ']') {
			out := make([]float32, t.Dim)
			for i := range out {
				out[i] = math.Float32frombits(binary.LittleEndian.Uint32([]byte(text[4*i:])))
			}
			return out, nil
		}
		return parseJSON(t, text)
	case column.List, column.Record:
		return parseJSON(t, text)
	}
	return text, nil
}

func parseJSON(t column.Type, text string) (any, error) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("want %s as JSON, got text %q", t, clip(text))
	}
	return v, nil
}
