package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"

	"golang.org/x/crypto/argon2"
)

// Cost of a password, as OWASP recommends for argon2id (2023): 19 MiB, two
// passes, one lane; about 20 ms.
const (
	argonTime   = 2
	argonMemory = 19 << 10 // KiB
	argonLanes  = 1
	argonKey    = 32
	argonSalt   = 16
)

// MaxHashing bounds the passwords hashed at once, and so their memory.
const maxHashing = 4

// Hasher makes and compares password hashes. Safe for concurrent use.
type Hasher struct{ turn chan struct{} }

// NewHasher makes one.
func NewHasher() *Hasher { return &Hasher{turn: make(chan struct{}, maxHashing)} }

// Hash makes the stored form: $argon2id$v=19$m=…,t=…,p=…$salt$key. It waits
// for its turn; the error is that of the context.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	var salt [argonSalt]byte
	_, _ = rand.Read(salt[:]) // crypto/rand never fails
	key, err := h.key(ctx, password, salt[:], argonTime, argonMemory, argonLanes, argonKey)
	if err != nil {
		return "", err
	}
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes,
		enc.EncodeToString(salt[:]), enc.EncodeToString(key)), nil
}

// Matches compares in constant time, at the cost the hash was made with.
func (h *Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	p, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	key, err := h.key(ctx, password, p.salt, p.time, p.memory, p.lanes, uint32(len(p.key)))
	return err == nil && subtle.ConstantTimeCompare(key, p.key) == 1, err
}

func (h *Hasher) key(ctx context.Context, password string, salt []byte, time, memory uint32, lanes uint8, size uint32) ([]byte, error) {
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(password), salt, time, memory, lanes, size), nil
}

type parsedHash struct {
	time, memory uint32
	lanes        uint8
	salt, key    []byte
}

var errBadHash = errors.New("the stored password hash is damaged")

func parseHash(text string) (p parsedHash, err error) {
	var version int
	var salt, key string
	if n, err := fmt.Sscanf(text, "$argon2id$v=%d$m=%d,t=%d,p=%d$", &version, &p.memory, &p.time, &p.lanes); err != nil || n != 4 {
		return p, errBadHash
	}
	if salt, key = lastTwo(text); p.memory > 1<<20 || p.time > 64 || p.time == 0 || p.lanes == 0 || version != argon2.Version {
		return p, errBadHash
	}
	enc := base64.RawStdEncoding
	if p.salt, err = enc.DecodeString(salt); err != nil {
		return p, errBadHash
	}
	if p.key, err = enc.DecodeString(key); err != nil || len(p.key) < 16 || len(p.key) > 64 {
		return p, errBadHash
	}
	return p, nil
}

// lastTwo are the fields behind the last two dollars.
func lastTwo(text string) (a, b string) {
	last, before := -1, -1
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] != '$' {
			continue
		}
		if last < 0 {
			last = i
			continue
		}
		before = i
		break
	}
	if before < 0 {
		return "", ""
	}
	return text[before+1 : last], text[last+1:]
}
