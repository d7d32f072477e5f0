package api

// DegradationQueue is who waits for the machine, of one scene. Counts are since
// the version came.
type DegradationQueue struct {
	Waiting   int                     `json:"waiting"`
	OldestMS  float64                 `json:"oldest_ms" doc:"that waits"`
	Entered   int64                   `json:"entered" doc:"requests that came to the machine"`
	Waited    int64                   `json:"waited" doc:"of them, after a wait"`
	WaitMS    float64                 `json:"wait_ms" doc:"of those, in the mean"`
	WaitP99MS float64                 `json:"wait_p99_ms" doc:"of those, about"`
	Refused   DegradationQueueRefused `json:"refused"`
	UnderMS   float64                 `json:"under_ms" doc:"CPU demand under way, of all scenes that act"`
	RoomMS    float64                 `json:"room_ms" doc:"that there may be; 0: not known, or there is CPU left, and nobody waits"`
}

// DegradationQueueRefused are the requests that did not come to the machine, by
// reason.
type DegradationQueueRefused struct {
	Hopeless  int64 `json:"hopeless" doc:"would have waited longer than their deadline allows: refused at once"`
	Full      int64 `json:"full" doc:"so many waited already"`
	Displaced int64 `json:"displaced" doc:"waited, and gave way to one of a better cohort or a newer one"`
	Late      int64 `json:"late" doc:"waited as long as they could"`
	Gone      int64 `json:"gone" doc:"their caller went away while they waited"`
}
