package api

import (
	"time"

	"riffle.dev/riffle/server/app"
)

// Envelope is every message of the live socket from the server.
type Envelope struct {
	ID      string `json:"id" doc:"of the subscription; empty for ping and pong"`
	Seq     int64  `json:"seq" doc:"of the topic; a delta follows the message with the seq before, a snap may jump"`
	Topic   string `json:"topic" doc:"overview, scene/{s}, scene/{s}/nodes, scene/{s}/degradation, events, loadtest/{id}"`
	Type    string `json:"type" enum:"snap,delta,ping,pong,error"`
	Payload any    `json:"payload" doc:"OverviewSnap, OverviewDelta, SceneLive, SceneNodes, Degradation, EventsSnap, LoadTestLive or LiveError"`
}

// LiveRequest is every message of the live socket from the client.
type LiveRequest struct {
	Op     string `json:"op" enum:"sub,unsub,resync,hidden,ping,pong"`
	ID     string `json:"id,omitempty" maxLength:"64" doc:"the client's name for the subscription"`
	Topic  string `json:"topic,omitempty" maxLength:"200"`
	Team   string `json:"team,omitempty" maxLength:"40"`
	Since  int64  `json:"since,omitempty" doc:"seq of the last message seen; 0: send a snapshot"`
	Hidden bool   `json:"hidden,omitempty" doc:"of op hidden: nobody looks, a message every five seconds is enough"`
}

// LiveError is the payload of an error message.
type LiveError struct {
	Code   app.Code       `json:"code"`
	Detail string         `json:"detail"`
	Reason app.Reason     `json:"reason,omitempty" doc:"as in a problem"`
	Params map[string]any `json:"params,omitempty"`
}

// OverviewSnap is the whole board of a team.
type OverviewSnap struct {
	At        time.Time          `json:"at"`
	Scenes    []SceneState       `json:"scenes"`
	Resources []OverviewResource `json:"resources"`
	Events    []app.Event        `json:"events" doc:"the newest, newest first"`
	Database  DatabaseState      `json:"database"`
	Totals    Totals             `json:"totals"`
	Traffic   Traffic            `json:"traffic"`
	Circuits  []app.Circuit      `json:"circuits,omitempty" doc:"services and stores that are down and not asked"`
}

// OverviewDelta replaces what it holds: whole scenes and resources by name,
// and everything else; what is missing stays. Series hold the new points only,
// to be put behind what is there.
type OverviewDelta struct {
	At        time.Time          `json:"at"`
	Scenes    []SceneState       `json:"scenes,omitempty"`
	Gone      []string           `json:"gone,omitempty" doc:"scenes that are no more"`
	Resources []OverviewResource `json:"resources,omitempty" doc:"all of them when present"`
	Events    []app.Event        `json:"events,omitempty" doc:"new ones, newest first"`
	Database  *DatabaseState     `json:"database,omitempty"`
	Totals    *Totals            `json:"totals,omitempty"`
	Traffic   *Traffic           `json:"traffic,omitempty"`
	Circuits  *[]app.Circuit     `json:"circuits,omitempty" doc:"all of them when present"`
}

// SceneState is a scene's row on the board.
type SceneState struct {
	Scene         string  `json:"scene"`
	State         string  `json:"state" enum:"normal,slow,degraded,probing,shedding,frozen,idle"`
	QPS           float64 `json:"qps"`
	P50MS         float64 `json:"p50_ms"`
	P99MS         float64 `json:"p99_ms"`
	TimeoutRate   float64 `json:"timeout_rate" doc:"0 to 1"`
	TimeoutLow    float64 `json:"timeout_low" doc:"95 % Wilson interval"`
	TimeoutHigh   float64 `json:"timeout_high"`
	N             int64   `json:"n" doc:"requests the rates are of"`
	DegradedShare float64 `json:"degraded_share" doc:"0 to 1"`
	OffNodes      int     `json:"off_nodes"`
	Level         int     `json:"level" doc:"0: everything on"`
	Version       int64   `json:"version"`
	Series        Series  `json:"series"`

	Relief *SceneRelief `json:"relief,omitempty" doc:"missing while its plans are being made"`
}

// SceneRelief is what a scene gives up on the answering instance, as a row of
// the board has it; Degradation is all of it.
type SceneRelief struct {
	State    string  `json:"state" enum:"normal,degraded,shedding,probing,recovering,frozen"`
	Mode     string  `json:"mode" enum:"act,watch,off"`
	Level    int     `json:"level" doc:"deepest in use"`
	Late     float64 `json:"late" doc:"share of requests too late within the last second"`
	Shed     float64 `json:"shed" doc:"share that is refused"`
	Gain     float64 `json:"gain" doc:"share of the full plans' gain that is kept"`
	Need     float64 `json:"need" doc:"cores that full plans for everybody would take"`
	Capacity float64 `json:"capacity" doc:"cores of planned work that this machine can do"`
}

// Series of a scene: one point a step, null where nothing was measured.
type Series struct {
	T0          int64      `json:"t0" doc:"seconds since 1970 of the first point"`
	StepS       int        `json:"step_s"`
	QPS         []*float64 `json:"qps"`
	P50MS       []*float64 `json:"p50_ms"`
	P99MS       []*float64 `json:"p99_ms"`
	Timeout     []*float64 `json:"timeout"`
	TimeoutLow  []*float64 `json:"timeout_low"`
	TimeoutHigh []*float64 `json:"timeout_high"`
}

// OverviewResource is a resource's row on the board.
type OverviewResource struct {
	Name   string `json:"name"`
	Docs   int64  `json:"docs"`
	Lag    int64  `json:"lag" doc:"acknowledged changes that queries do not see yet"`
	Offset int64  `json:"offset" doc:"changes applied, all slots"`
	State  string `json:"state" enum:"ok,loading,behind,stale,stopped,unreachable"`
	Store  string `json:"store,omitempty" doc:"the kind of the store it lives on: then docs, lag, offset and bytes are not known"`
	Bytes  int64  `json:"bytes"`
}

// DatabaseState says how Postgres does, since when.
type DatabaseState struct {
	State string    `json:"state" enum:"ok,down,recovering"`
	Since time.Time `json:"since"`
}

// Totals over the scenes of a team.
type Totals struct {
	QPS         float64 `json:"qps"`
	P50MS       float64 `json:"p50_ms"`
	P99MS       float64 `json:"p99_ms"`
	TimeoutRate float64 `json:"timeout_rate"`
	TimeoutLow  float64 `json:"timeout_low"`
	TimeoutHigh float64 `json:"timeout_high"`
	N           int64   `json:"n"`
}

// Traffic of the demo's generator.
type Traffic struct {
	Rate    float64 `json:"rate" doc:"requests a second, all scenes"`
	Running bool    `json:"running"`
	Surge   float64 `json:"surge" doc:"the rate is this many times as high while a surge lasts; 1: none"`
	// Seconds, not a moment: the clocks of client and server may differ.
	SurgeS float64 `json:"surge_s" doc:"how many more seconds the surge lasts"`
}

// SceneLive is the payload of scene/{s}: the row with a longer series. A delta
// has the same form with the new points only.
type SceneLive struct {
	At    time.Time `json:"at"`
	Limit float64   `json:"limit" doc:"a scene is slow when the lower bound of its timeouts stays above this share"`
	SceneState
	Arms []ArmLive `json:"arms" doc:"of the experiments on it"`
}

// ArmLive is how an arm of an experiment was drawn.
type ArmLive struct {
	Experiment string `json:"experiment"`
	Arm        string `json:"arm"`
	Requests   int64  `json:"requests" doc:"that fell into it since the answering instance began"`
}

// SceneNodes is the payload of scene/{s}/nodes. A delta has no graph unless
// the version changed.
type SceneNodes struct {
	At      time.Time  `json:"at"`
	Scene   string     `json:"scene"`
	Version int64      `json:"version"`
	Graph   *Graph     `json:"graph,omitempty"`
	Nodes   []NodeLive `json:"nodes"`
}

// Graph of a pipeline, in an order in which inputs come first.
type Graph struct {
	Nodes []GraphNode `json:"nodes"`
}

// GraphNode is one statement of a pipeline.
type GraphNode struct {
	Name   string   `json:"name"`
	Op     string   `json:"op"`
	Inputs []string `json:"inputs"`
	Line   int      `json:"line"`
	File   string   `json:"file"`
	Stage  string   `json:"stage" doc:"recall, merge, rank, out…; a column of the picture"`
	Within string   `json:"within,omitempty" doc:"node in whose body it stands"`

	Resource string `json:"resource,omitempty" doc:"it asks this one"`
	Fallback string `json:"fallback,omitempty" doc:"node that answers when this one fails"`
	Lazy     bool   `json:"lazy,omitempty" doc:"runs only when a fallback, a branch or what comes after the answer wants it"`
	Optional bool   `json:"optional,omitempty" doc:"may be switched off"`
}

// NodeLive is a node's numbers.
type NodeLive struct {
	Name     string             `json:"name"`
	QPS      float64            `json:"qps"`
	P50MS    float64            `json:"p50_ms"`
	P99MS    float64            `json:"p99_ms"`
	Outcomes map[string]float64 `json:"outcomes" doc:"a second, by outcome: ok empty timeout error skipped degraded fallback"`
	N        int64              `json:"n"`
}

// EventsSnap is the payload of events; a delta holds the new ones.
type EventsSnap struct {
	Events []app.Event `json:"events" doc:"newest first"`
}
