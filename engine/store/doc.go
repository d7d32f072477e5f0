// Package store reads resources that live on a team's own store. A Store is
// opened for each such resource and gives every request a View, which operators
// read like one of the index.
//
//	View ─ filter split ─► circuit ─► slot (at_once) ─► token (limit) ─► backend ─► documents ─ rest of the filter ─► hits
//	 │                      refuse     wait              refuse           page by page until k are there
//	 └ keeps the documents of its request: they are fetched once
//
// A filter is split in what the backend can be sent, as parameters and never as
// text put together, and a rest that is computed here over the documents that
// come; pages are read until k documents pass, the store has no more, or MaxRead
// were looked at. A document has the schema's types or the answer is bad;
// nothing of a bad answer is used. What is read has a limit in bytes. Errors are
// *op.RemoteError. A store that is down is not asked (engine/circuit). Nothing is tried twice here, retries are the node's.
//
// Backends: Postgres by pgx, Redis by go-redis, OpenSearch and Elasticsearch by
// JSON over HTTP. What each answers stands in dsl/check, which refuses the rest.
// docs/design/0011-stores.md says why it is as it is.
//
// It imports dag, engine, engine/circuit, engine/op, engine/remote, index and internal/*; the
// engine does not know it, so that serving needs no driver of a database. A Store may be used from any number
// of goroutines; Close waits for the calls under way.
package store
