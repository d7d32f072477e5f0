// Package live is the websocket of the boards, /api/v1/live, and what it shows.
//
//	browser ──sub──► conn ──► topic (team, name) ──► feed: Snap, Delta
//	           ◄── snap, delta, delta …      ▲ Hub: at most 4 times a second, or at a Poke
//
// The protocol is JSON text. The client sends api.LiveRequest, the server
// api.Envelope:
//
//	{"op":"sub","id":"1","topic":"overview","team":"demo","since":0}
//	{"id":"1","seq":7,"topic":"overview","type":"snap","payload":{…}}
//	{"id":"1","seq":8,"topic":"overview","type":"delta","payload":{…}}
//
// Ops: sub, unsub, resync (a snapshot, please), hidden (nobody looks), ping and
// pong. Topics: overview, events, scene/{s}, scene/{s}/nodes,
// scene/{s}/degradation, loadtest/{id}. Close codes: 4401 log in, 4403 the token
// may not read, 4408 too slow a reader, 1008 too many
// messages, 1009 too long a message.
//
// Invariants:
//   - A payload is encoded once a topic and turn, whoever reads it. A client
//     holds no frames at all: only which of its topics have news. Whoever missed
//     a delta gets a snapshot instead, so a slow reader costs constant memory.
//   - Every subscription is checked against the team; a foreign team's topic is
//     not_found. Credentials are looked at again while the socket is open.
//   - A bad message is answered with an error and ends nothing; a flood ends the
//     connection.
//
// It imports server/api for the messages' types, server/app and server/stats.
package live
