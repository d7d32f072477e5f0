// Package gain measures what the parts of a pipeline are worth: each optional
// node is switched off, each choose begun with another arm, each knob turned to
// its low end, on the same requests, and what the answers lose against those of
// the full plan is the gain of that part.
//
//	requests ─► full plan ─────► answers ─┐
//	        └─► without a part ► answers ─┴─► loss by request ─► mean, by tier, with an interval
//	                                                     └─► gain annotations of the text
//
// The loss is that of rank-biased overlap with the full plan's answer (W. Webber,
// A. Moffat, J. Zobel, "A Similarity Measure for Indefinite Rankings", ACM TOIS
// 28 (2010), 20, extrapolated), or, where requests carry labels such as
// clicks, of nDCG (K. Järvelin, J. Kekäläinen, ACM TOIS 20 (2002), 422). Intervals
// are percentile bootstraps over the requests (B. Efron, 1979).
//
// Invariants: the same requests, documents and seed give the same numbers, as far
// as the pipeline itself does; what differs between two runs of the full plan is
// told as noise. One part at a time is given up: what two of them are worth
// together may be less than the sum, and is not measured.
//
// It imports engine, dag, dsl and internal/*.
package gain
