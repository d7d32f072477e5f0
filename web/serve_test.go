package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func built() fstest.MapFS {
	return fstest.MapFS{
		".gitkeep":            {Data: []byte("")},
		"index.html":          {Data: []byte(`<head>` + baseTag + `</head>` + strings.Repeat("<p>page</p>", 200))},
		"theme.js":            {Data: []byte("theme()")},
		"assets/app-a1b2.js":  {Data: []byte(strings.Repeat("run();", 400))},
		"assets/app-a1b2.css": {Data: []byte("p{}")},
	}
}

func get(t *testing.T, h http.Handler, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestServe(t *testing.T) {
	tests := []struct {
		base, method, path string
		status             int
		cache, kind, body  string
	}{
		{"/", "GET", "/", 200, "no-cache", "text/html; charset=utf-8", `<base href="/" />`},
		{"/", "GET", "/t/demo/scenes/home.v2", 200, "no-cache", "text/html; charset=utf-8", "<p>page</p>"},
		{"/", "GET", "/assets/app-a1b2.js", 200, "public, max-age=31536000, immutable", "text/javascript; charset=utf-8", "run();"},
		{"/", "GET", "/assets/app-a1b2.css", 200, "public, max-age=31536000, immutable", "text/css; charset=utf-8", "p{}"},
		{"/", "GET", "/assets/app-gone.js", 404, "no-store", "text/plain; charset=utf-8", "not found"},
		{"/", "GET", "/assets/", 404, "no-store", "text/plain; charset=utf-8", "not found"},
		{"/", "GET", "/assets/../index.html", 200, "no-cache", "text/html; charset=utf-8", "page"},
		{"/", "GET", "/../../etc/passwd", 200, "no-cache", "text/html; charset=utf-8", "page"},
		{"/", "GET", "/.gitkeep", 200, "no-cache", "text/html; charset=utf-8", "page"},
		{"/", "GET", "/theme.js", 200, "no-cache", "text/javascript; charset=utf-8", "theme()"},
		{"/", "GET", "/api/v1/nothing", 404, "no-store", "text/plain; charset=utf-8", "not found"},
		{"/", "HEAD", "/", 200, "no-cache", "text/html; charset=utf-8", ""},
		{"/", "POST", "/", 405, "", "text/plain; charset=utf-8", "method not allowed"},
		{"console", "GET", "/console", 302, "", "text/html; charset=utf-8", "/console/"},
		{"/console/", "GET", "/console/me", 200, "no-cache", "text/html; charset=utf-8", `<base href="/console/" />`},
		{"/console/", "GET", "/console/assets/app-a1b2.css", 200, "public, max-age=31536000, immutable", "text/css; charset=utf-8", "p{}"},
		{"/console/", "GET", "/elsewhere", 404, "", "text/plain; charset=utf-8", "not found"},
	}
	for _, tt := range tests {
		t.Run(tt.method+" "+tt.base+" "+tt.path, func(t *testing.T) {
			res := get(t, Handler(built(), tt.base), tt.method, tt.path)
			if res.StatusCode != tt.status {
				t.Fatalf("status %d, want %d", res.StatusCode, tt.status)
			}
			if got := res.Header.Get("Cache-Control"); got != tt.cache {
				t.Errorf("Cache-Control %q, want %q", got, tt.cache)
			}
			if got := res.Header.Get("Content-Type"); got != tt.kind {
				t.Errorf("Content-Type %q, want %q", got, tt.kind)
			}
			if body := text(t, res); !strings.Contains(body, tt.body) {
				t.Errorf("body %.80q lacks %q", body, tt.body)
			}
			if got := res.Header.Get("Content-Security-Policy"); got != policy {
				t.Errorf("Content-Security-Policy %q, want the one policy", got)
			}
		})
	}
}

func TestServeCompressedAndConditional(t *testing.T) {
	h := Handler(built(), "/")
	res := get(t, h, "GET", "/assets/app-a1b2.js", "Accept-Encoding", "gzip, br")
	if res.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("a large script was sent without gzip")
	}
	z, err := gzip.NewReader(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); err != nil || !strings.HasPrefix(string(b), "run();") {
		t.Fatalf("gzip body %.20q, error %v", b, err)
	}
	if res := get(t, h, "GET", "/assets/app-a1b2.css", "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" {
		t.Error("three bytes were compressed")
	}
	again := get(t, h, "GET", "/assets/app-a1b2.js", "If-None-Match", res.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("status %d for a known ETag, want 304", again.StatusCode)
	}
}

func TestNotBuilt(t *testing.T) {
	res := get(t, Handler(fstest.MapFS{".gitkeep": {}}, "/"), "GET", "/t/demo/overview")
	if res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, want 503", res.StatusCode)
	}
	if body := text(t, res); !strings.Contains(body, "console not built: make build") {
		t.Errorf("body %q does not say how to build", body)
	}
}

// TestBaseTag fails when the page and the handler stop agreeing on the tag
// that carries the sub-path.
func TestBaseTag(t *testing.T) {
	page, err := source.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(page), baseTag); n != 1 {
		t.Errorf("index.html holds %d times %s, want once", n, baseTag)
	}
}
