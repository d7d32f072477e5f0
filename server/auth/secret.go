package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
)

// Secrets makes what must not be guessed; it implements app.Secrets together
// with its Hasher.
type Secrets struct{ *Hasher }

// tokenPrefix lets secret scanners know our tokens.
const tokenPrefix = "rfl_"

// Token makes an API token and what is kept of it.
func (Secrets) Token() (secret string, hash []byte) {
	secret = tokenPrefix + random()
	return secret, digest(secret)
}

// Password makes a password for a person to type: 20 characters without those
// that look alike, 116 bits.
func (Secrets) Password() string {
	const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	out := make([]byte, 20)
	for i := range out {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(letters)))) // crypto/rand never fails
		out[i] = letters[n.Int64()]
	}
	return string(out)
}

// random is 256 bits as text.
func random() string {
	var b [32]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// digest is what is kept of a secret. A fast hash does: 256 random bits cannot
// be tried out.
func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
