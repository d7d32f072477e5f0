// Package limit bounds calls: how many a second (Bucket), and how many are made
// again (Budget). Time comes from its user.
package limit
