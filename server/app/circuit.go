package app

import "time"

// Circuit tells whether a service or a store is asked: one that is down is not,
// but for a try now and then.
type Circuit struct {
	Kind    string     `json:"kind" enum:"service,store"`
	Name    string     `json:"name" doc:"of the service, or of the resource on the store"`
	State   string     `json:"state" enum:"closed,open,half_open" doc:"half_open: one call is trying"`
	Since   *time.Time `json:"since,omitempty" doc:"it is not closed since then"`
	Until   *time.Time `json:"until,omitempty" doc:"it is tried again from then on"`
	Opened  int64      `json:"opened" doc:"how often, since this instance asks it"`
	Refused int64      `json:"refused" doc:"calls that were not made"`
}
