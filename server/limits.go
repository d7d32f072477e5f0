package server

import "riffle.dev/riffle/server/api"

// limitShares of a team, as this instance holds them.
func (p *parts) limitShares(team string) api.LimitShares {
	state := p.limits.State()
	out := api.LimitShares{Instances: state.Instances, Failed: state.Failed != "", Limits: p.gateway.Limits(team)}
	if at := state.At; !at.IsZero() {
		at = at.UTC()
		out.At = &at
	}
	return out
}
