// Package limits keeps one limit over several instances: each tells the others
// twice a second what arrives, by one row of the database, and holds its part of
// every limit (engine/limit/share).
//
//	Exchange.Step: asked ──► arrivals a second ──► Store: mine in, all out ──► parts ──► Holder
//
// No request waits for it. While the database is away an instance keeps the parts
// it has; one that never reached it holds all. One that ends takes its row away.
// Moments are the database's, so the instances' clocks need not agree.
//
// It imports engine/limit/share; the clock and the store are handed in.
package limits
