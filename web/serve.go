package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// policy is the content security policy of every answer. The console loads
// nothing from elsewhere and runs no inline script or style.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Riffle</title>
<h1>console not built: make build</h1>
<p>This binary was compiled without the web console. The API works: see <a href="docs">docs</a>.</p></html>
`

// baseTag is what index.html carries; Handler replaces its address.
const baseTag = `<base href="/" />`

// minGzip is the size in bytes below which compressing is not worth a header.
const minGzip = 1024

// Handler serves the console found in files below base, "/" or a sub-path such
// as "/console/" (a missing slash at either end is added). Requests carry the
// full path; the handler strips base itself. It answers GET and HEAD only, and
// is safe for concurrent use. Paths that name no file get index.html, which
// finds its page by itself; unknown paths below assets/ or api/ get 404.
func Handler(files fs.FS, base string) http.Handler {
	return &console{files: files, base: cleanBase(base), cache: map[string]*asset{}}
}

func cleanBase(base string) string {
	base = strings.Trim(base, "/")
	if base == "" {
		return "/"
	}
	return "/" + base + "/"
}

type console struct {
	files fs.FS
	base  string

	mu    sync.Mutex
	cache map[string]*asset // by file name; only existing files enter, so it is bounded by files
}

// asset is one file ready to send. It is immutable once it is in the cache.
type asset struct {
	plain, packed []byte // packed is nil where gzip gains nothing
	kind, tag     string
}

func (c *console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed: the console answers GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path+"/" == c.base {
		http.Redirect(w, r, c.base, http.StatusFound)
		return
	}
	rest, below := strings.CutPrefix(r.URL.Path, c.base)
	if !below {
		http.NotFound(w, r)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+rest), "/")
	if name == "" || strings.HasPrefix(name, ".") {
		name = "index.html"
	}
	a := c.load(name)
	if a == nil {
		if strings.HasPrefix(name+"/", "assets/") || strings.HasPrefix(name+"/", "api/") {
			h.Set("Cache-Control", "no-store")
			http.NotFound(w, r)
			return
		}
		name = "index.html"
		a = c.load(name)
	}
	if a == nil {
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, notBuilt)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	send(w, r, a)
}

func send(w http.ResponseWriter, r *http.Request, a *asset) {
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", a.tag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == a.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	if a.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.packed
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	w.Write(body) // a client that went away is no affair of ours
}

// load reads, compresses and keeps one file; nil when there is none.
func (c *console) load(name string) *asset {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, ok := c.cache[name]; ok {
		return a
	}
	plain, err := fs.ReadFile(c.files, name)
	if err != nil {
		return nil
	}
	if name == "index.html" {
		own := `<base href="` + html.EscapeString(c.base) + `" />`
		plain = bytes.Replace(plain, []byte(baseTag), []byte(own), 1)
	}
	sum := sha256.Sum256(plain)
	a := &asset{plain: plain, kind: kindOf(name), tag: `W/"` + hex.EncodeToString(sum[:8]) + `"`}
	if packed := pack(plain); len(plain) >= minGzip && len(packed) < len(plain)*9/10 {
		a.packed = packed
	}
	c.cache[name] = a
	return a
}

func pack(plain []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(plain) // a bytes.Buffer never fails
	z.Close()
	return out.Bytes()
}

// kindOf names the few types the console has by itself, because mime's table
// depends on the machine.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}
