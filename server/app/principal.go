package app

import (
	"slices"
	"time"
)

// Role in a team; each holds what the one before may do.
type Role string

// Roles, least first.
const (
	Viewer Role = "viewer" // reads, serves
	Editor Role = "editor" // changes the draft, publishes, writes documents
	Owner  Role = "owner"  // members, tokens, faults
)

func (r Role) rank() int {
	return slices.Index([]Role{Viewer, Editor, Owner}, r) + 1
}

// Allows tells whether r holds what need asks. An unknown role holds nothing.
func (r Role) Allows(need Role) bool { return r.rank() > 0 && r.rank() >= need.rank() }

// Scope narrows a token to a kind of call.
type Scope string

// Scopes of a token.
const (
	ScopeRead      Scope = "read"
	ScopeWrite     Scope = "write" // draft, versions
	ScopeDocuments Scope = "documents"
	ScopeServe     Scope = "serve"
	ScopeAdmin     Scope = "admin"    // members, tokens, faults, traffic
	ScopePriority  Scope = "priority" // may be more urgent than others; only where it is said
)

// Principal is who asks: a user by session, or a token of a team. Immutable,
// shared between requests.
type Principal struct {
	UserID    int64
	Login     string
	Name      string
	Admin     bool            // may make teams; gives no right inside of them
	Teams     map[string]Role // memberships; of a token its one team
	TokenID   int64           // 0 for a session
	SessionID string          // of a session: names it among the user's
	Token     string          // the token's name
	Scopes    []Scope         // of a token; empty: all that the role allows
	Expires   time.Time
}

// RoleIn is the role in a team, false for a foreign team.
func (p *Principal) RoleIn(team string) (Role, bool) {
	if p == nil {
		return "", false
	}
	r, ok := p.Teams[team]
	return r, ok
}

// May tells whether the token's scopes hold s. A session holds all.
func (p *Principal) May(s Scope) bool {
	return p.TokenID == 0 || len(p.Scopes) == 0 || slices.Contains(p.Scopes, s)
}

// Urges tells whether it may ask for more urgency than its scene has: a token that
// says so.
func (p *Principal) Urges() bool {
	return p != nil && p.TokenID != 0 && slices.Contains(p.Scopes, ScopePriority)
}

// Actor is the name written into the audit.
func (p *Principal) Actor() string {
	switch {
	case p == nil:
		return "riffle"
	case p.TokenID != 0:
		return p.Login + " by token " + p.Token
	}
	return p.Login
}
