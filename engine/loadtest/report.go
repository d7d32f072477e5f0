package loadtest

// Counts of requests by what became of them.
type Counts struct {
	OK      int64 `json:"ok" doc:"answered within the deadline"`
	Late    int64 `json:"late" doc:"answered after it, or given up"`
	Shed    int64 `json:"shed" doc:"refused by a limit or by overload: 429 and 503"`
	Failed  int64 `json:"failed" doc:"other errors, or nobody there"`
	Refused int64 `json:"refused" doc:"the request did not fit: other 4xx"`
	Unsent  int64 `json:"unsent" doc:"no connection was free and too many waited"`
}

// Lost are those that cost a user the answer.
func (c Counts) Lost() int64 { return c.Late + c.Shed + c.Failed + c.Unsent }

// Sums of a run so far.
type Sums struct {
	Counts
	Due      int64 `json:"due" doc:"meant to be sent"`
	Cut      int64 `json:"cut" doc:"under way when the run was ended by hand; they count as nothing"`
	Read     int64 `json:"read" doc:"answers that were looked into: the ones below are of these"`
	Degraded int64 `json:"degraded" doc:"at a level above 0"`
	Partial  int64 `json:"partial" doc:"a branch or a slice was missing"`
}

// Point is a second of a run: requests due in it, and answers that came in it.
type Point struct {
	T        int      `json:"t" doc:"seconds since the begin"`
	Rate     float64  `json:"rate" doc:"that the profile wants"`
	Due      int64    `json:"due"`
	Read     int64    `json:"read"`
	Degraded int64    `json:"degraded"`
	P50MS    *float64 `json:"p50_ms,omitempty" doc:"missing: nothing was answered"`
	P99MS    *float64 `json:"p99_ms,omitempty"`
	LagMS    float64  `json:"lag_ms" doc:"99th percentile of what the generator was late by"`
	Counts
}

// Summary of durations.
type Summary struct {
	N      uint64  `json:"n"`
	MeanMS float64 `json:"mean_ms"`
	P50MS  float64 `json:"p50_ms"`
	P90MS  float64 `json:"p90_ms"`
	P99MS  float64 `json:"p99_ms"`
	P999MS float64 `json:"p999_ms"`
	MaxMS  float64 `json:"max_ms"`
}

// StatusCount is how often a status came; 0 is nobody there.
type StatusCount struct {
	Status int   `json:"status"`
	N      int64 `json:"n"`
}

// LevelCount is how many answers had a level of degradation.
type LevelCount struct {
	Level int   `json:"level"`
	N     int64 `json:"n"`
}

// NodeCount is how many answers did without a node.
type NodeCount struct {
	Node string `json:"node"`
	N    int64  `json:"n"`
}

// TierSums are the requests made for a tier.
type TierSums struct {
	Tier     string `json:"tier"`
	Sent     int64  `json:"sent"`
	Lost     int64  `json:"lost"`
	Shed     int64  `json:"shed"`
	Degraded int64  `json:"degraded"`
}

// Report of a run.
type Report struct {
	Spec     Spec          `json:"spec"`
	TookS    float64       `json:"took_s"`
	Aborted  bool          `json:"aborted"`
	Sums     Sums          `json:"sums"`
	Statuses []StatusCount `json:"statuses"`
	Latency  Summary       `json:"latency" doc:"of answers, from the moment the request was meant to be sent"`
	Service  Summary       `json:"service" doc:"of answers, from the send; it hides what waited for a connection"`
	Lag      Summary       `json:"lag" doc:"what the generator itself was late by"`
	Levels   []LevelCount  `json:"levels"`
	Off      []NodeCount   `json:"off" doc:"nodes switched off, the most often first"`
	Tiers    []TierSums    `json:"tiers"`
	Errors   []string      `json:"errors" doc:"the first few different ones"`
	Points   []Point       `json:"points"`
	Buckets  []Bucket      `json:"buckets" doc:"the histogram of latencies"`
	Verdict  Verdict       `json:"verdict"`
}
