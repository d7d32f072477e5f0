package check

import (
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// isSecretName tells settings whose text is a secret whatever it looks like.
func isSecretName(name string) bool {
	switch name {
	case "auth", "password", "token", "secret", "api_key", "apikey":
		return true
	}
	return false
}

// secretPrefixes begin the keys of well-known services.
var secretPrefixes = []string{"ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk-", "sk_live_", "rk_live_", "xoxb-", "xoxp-", "AKIA", "ASIA", "AIza", "hf_", "npm_", "-----BEGIN", "eyJhbGciOi", "Bearer "}

// secret reports texts that look like secrets in a setting, at any depth.
func (c *checker) secret(s *ast.Setting) {
	if s.Value != nil {
		c.secretValue(s.Value, isSecretName(strings.ToLower(s.Name.Text)))
	}
	c.secretSettings(s.Settings)
}

func (c *checker) secretSettings(list []*ast.Setting) {
	for _, s := range list {
		if s != nil && s.Name != nil {
			c.secret(s)
		}
	}
}

func (c *checker) secretValue(v ast.Value, named bool) {
	switch v := v.(type) {
	case *ast.StringLit:
		if named || looksSecret(v.Value) {
			c.reportSecret(v.At)
		}
	case *ast.Expr: // a value of a test
		if s, ok := textOf(v); ok && looksSecret(s) {
			c.reportSecret(v.At)
		}
	case *ast.List:
		for _, e := range v.Elems {
			c.secretValue(e, named)
		}
	case *ast.Record:
		for _, f := range v.Fields {
			if f != nil && f.Key != nil {
				c.secretValue(f.Value, named || isSecretName(strings.ToLower(f.Key.Text)))
			}
		}
	case *ast.Call:
		if v.Name != nil && v.Name.Text == "secret" {
			return // the name of a secret, not its text
		}
		for _, a := range v.Args {
			if a != nil {
				c.secretValue(a.Value, named && a.Name != nil && isSecretName(strings.ToLower(a.Name.Text)))
			}
		}
	}
}

func (c *checker) reportSecret(at token.Range) {
	c.report(at, "E0903", "this looks like a secret", `keep it outside of the text and write secret("name")`)
}

// looksSecret tells texts which begin like a key of a well-known service and
// go on long enough to be one.
func looksSecret(s string) bool {
	for _, p := range secretPrefixes {
		if strings.HasPrefix(s, p) && len(s) >= len(p)+12 && (p == "-----BEGIN" || p == "Bearer " || !strings.ContainsAny(s, " \t\n")) {
			return true
		}
	}
	return false
}
