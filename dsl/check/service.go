package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// remoteSettings are those of whatever is called over the network.
var remoteSettings = []setting{
	{name: "protocol", kind: wordSetting, words: []string{"json", "open_inference"}},
	{name: "timeout", kind: durationSetting},
	{name: "limit", kind: rateSetting},
	{name: "at_once", kind: intSetting, lo: 1, hi: 100_000},
	{name: "batch", kind: intSetting, lo: 1, hi: 100_000},
	{name: "auth", kind: secretSetting},
}

var serviceSettings = append([]setting{
	{name: "endpoints", kind: urlsSetting},
	{name: "url", kind: urlSetting},
	{name: "balance", kind: wordSetting, words: []string{"credit", "idle_queue", "least_request", "p2c", "hot_cold", "random", "round_robin", "weighted"}, inert: true},
}, remoteSettings...)

// service enters a service.
func (c *checker) service(d *ast.Service) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	s := &Service{Decl: d, Name: d.Name.Text}
	c.info.Services[s.Name] = s
	s.Params, s.Item, s.Result = c.calledSignature(d.Name, d.Signature)
	s.Remote = Remote{Protocol: "json", Balance: "credit"}
	before := len(c.diags)
	c.settings("a service", d.Settings, serviceSettings, func(name string, set *ast.Setting) { c.remoteSetting(&s.Remote, name, set) })
	if len(s.Endpoints) == 0 && !diag.List(c.diags[before:]).HasErrors() {
		c.report(d.Name.At, "E0806", fmt.Sprintf("service %s does not say where it is", show(s.Name)), `write endpoints: ["http://127.0.0.1:9101"]`)
	}
}

// remoteSetting takes one of remoteSettings, or where the calls go.
func (c *checker) remoteSetting(r *Remote, name string, set *ast.Setting) {
	switch name {
	case "protocol":
		r.Protocol, _ = wordOf(set.Value)
	case "balance":
		r.Balance, _ = wordOf(set.Value)
	case "timeout":
		r.Timeout = c.duration(name, set.Value)
	case "limit":
		r.Limit = number(set.Value.(*ast.NumberLit))
	case "at_once":
		r.AtOnce = count(set)
	case "batch":
		r.Batch = count(set)
	case "auth":
		r.Auth = secretName(set.Value)
	case "url", "endpoints":
		if len(r.Endpoints) > 0 {
			c.report(set.Name.At, "E0302", "url and endpoints say one thing", "write all of them in endpoints")
		}
		r.Endpoints = append(r.Endpoints, texts(set.Value)...)
	}
}

// calledSignature resolves the signature of a service or function: its
// parameter item stands apart.
func (c *checker) calledSignature(name *ast.Name, s *ast.Signature) (params []Param, item *Param, result sig.Type) {
	if s == nil {
		return nil, nil, sig.Type{}
	}
	for _, p := range c.params(s) {
		if p.Name != "item" {
			params = append(params, p)
			continue
		}
		if p.Type.Kind != sig.Record && p.Type.Kind != sig.Invalid || p.Type.Nullable || holdsSet(p.Type) {
			c.report(p.Decl.At, "E0403", fmt.Sprintf("item is %s, a record of columns wanted", kindWord(p.Type)), "write item: { genre: keyword, installs: int }")
			p.Type = sig.Type{}
		}
		if p.Default != nil {
			c.report(p.Default.Span(), "E0403", "item has no default: it is a candidate", "leave the default out")
		}
		own := p
		item = &own
	}
	if s.Result == nil {
		return params, item, sig.Type{}
	}
	result = c.typeOf(s.Result)
	switch {
	case item != nil && holdsSet(result):
		c.report(s.Result.At, "E0403", fmt.Sprintf("%s answers for each item, and can't answer with a set", show(name.Text)), "leave item out, or answer with a float")
		result = sig.Type{}
	case result.Kind == sig.Items && c.info.Resources[result.Name] == nil:
		c.report(s.Result.At, "E0403", fmt.Sprintf("%s gives a set, and must say of what", show(name.Text)), "write -> items(games): it gives keys and scores, the rest is read from the resource")
		result = sig.Type{}
	case result.Kind != sig.Items && holdsSet(result):
		c.report(s.Result.At, "E0403", fmt.Sprintf("%s gives a set within a record", show(name.Text)), "a list of records does as well")
		result = sig.Type{}
	}
	return params, item, result
}

// count is a whole number that fits its setting.
func count(s *ast.Setting) int { return int(wholeNumber(s.Value.(*ast.NumberLit))) }

// texts are the strings of a constant: itself, or those of a list.
func texts(v ast.Value) []string {
	switch v := v.(type) {
	case *ast.StringLit:
		return []string{v.Value}
	case *ast.List:
		var out []string
		for _, e := range v.Elems {
			out = append(out, texts(e)...)
		}
		return out
	}
	return nil
}

// isURL tells texts that name a place over HTTP: a scheme and a host, no blanks.
func isURL(s string) bool {
	rest, plain := strings.CutPrefix(s, "http://")
	if !plain {
		var tls bool
		if rest, tls = strings.CutPrefix(s, "https://"); !tls {
			return false
		}
	}
	host, _, _ := strings.Cut(rest, "/")
	return host != "" && host[0] != ':' && len(s) <= 2000 && !strings.ContainsAny(s, " \t\r\n\"<>\\")
}

// holdsPassword tells URLs with a user and password before the host.
func holdsPassword(s string) bool {
	_, rest, ok := strings.Cut(s, "://")
	host, _, _ := strings.Cut(rest, "/")
	user, _, at := strings.Cut(host, "@")
	return ok && at && strings.Contains(user, ":")
}
