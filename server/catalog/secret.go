package catalog

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/remote"
	"riffle.dev/riffle/server/app"
)

// ofTeam is the secrets as a team's projects see them: their own without a
// name of a team, and those of the teams they import from.
type ofTeam struct {
	all  remote.Secrets
	team string
}

// Secret implements remote.Secrets.
func (o ofTeam) Secret(team, name string) (string, error) {
	if team == "" {
		team = o.team
	}
	return o.all.Secret(team, name)
}

func (c *Compiler) secretsOf(team string) remote.Secrets {
	if c.secrets == nil {
		return nil
	}
	return ofTeam{c.secrets, team}
}

// unknownSecrets warns of what a project wants to send and this instance does
// not have: each call of it will fail.
func (c *Compiler) unknownSecrets(team string, p *dag.Project) diag.List {
	var out diag.List
	tell := func(name, secret string, im *dag.Import, at dag.Pos) {
		if secret == "" {
			return
		}
		of := team
		if im != nil {
			of = im.Team
		}
		if err := remote.Known(c.secrets, of, secret); err != nil {
			out = append(out, diag.Diagnostic{Severity: diag.Warning, Code: "W0904", File: at.File, Line: at.Line, Column: at.Col, EndLine: at.EndLine, EndColumn: at.EndCol,
				Message: name + " cannot be called from here: " + err.Error()})
		}
	}
	for _, r := range p.Remotes {
		tell(r.Name, r.Auth, r.Import, r.Pos)
	}
	for _, r := range p.Resources {
		if r.Store != nil {
			tell("the store of "+r.Name, r.Store.Auth, r.Import, r.Pos)
		}
	}
	return out
}

// tellSecrets says of a version that serves which of its secrets are missing.
func (c *Catalog) tellSecrets(team string, number int64, p *dag.Project) {
	for _, d := range c.compiler.unknownSecrets(team, p) {
		c.report.Warn("a secret is missing", "team", team, "version", number, "error", d.Message)
		c.event(team, app.Event{Kind: "version.secrets", Severity: "warning", Message: fmt.Sprintf("version %d: %s", number, d.Message)})
	}
}
