// Package api is the REST doors: gin routes described and validated by huma,
// which makes the OpenAPI document out of the Go types here.
//
//	/api/v1/…          one file a noun; every operation through register()
//	/api/v1/live       the socket, handed in
//	/healthz /readyz /metrics /docs
//
// register() is the only way in: it takes the permission, so that no route can
// be without one; who asks and whether they may is settled before anything of
// the request is validated. A thing of a foreign team is 404. Errors are
// problem details (RFC 9457) with a code and the request's id, and never hold
// what was sent. docs/api/openapi.json is this package's document, written by
// `go test ./server/api -update` and kept fresh by that test.
//
// The types of the live socket's messages stand in events.go and are
// components of the same document, so that the console's types come from one
// place. It imports server/app and server/auth; serving, boards, traces and
// traffic come through the interfaces of ports.go.
package api
