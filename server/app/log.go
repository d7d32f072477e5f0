package app

// LogPlace is a place that pipelines write lines to behind their answers, and
// what became of those of a team. Counts are since the instance started.
type LogPlace struct {
	To      string `json:"to" doc:"a file such as file:shown.jsonl, or an address"`
	Written int64  `json:"written"`
	Failed  int64  `json:"failed" doc:"lines the place did not take"`
	Dropped int64  `json:"dropped" doc:"lines that had no room to wait"`
	Waiting int64  `json:"waiting" doc:"to be written"`
	Error   string `json:"error,omitempty" doc:"why its last lines were not written"`
}
