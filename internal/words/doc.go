// Package words turns text into a vector by a table of word or character
// vectors: smooth inverse frequency weighting (Arora, Liang, Ma, "A simple but
// tough-to-beat baseline for sentence embeddings", 2017).
//
// The command in prepare/ counts a table's words over a catalogue and finds
// the first principal component; its two small files stand beside the table.
// The package imports internal/analyze only.
package words
