// Package config settles what a command was told: by its flags, then by
// RIFFLE_* variables, then by a file of "name: value" lines, then by the flags'
// defaults.
//
//	riffle up --addr :80     RIFFLE_ADDR=:80     addr: ":80"
//
// The flags of the command are the one list of settings: names in variables and
// file follow from it (base-path is RIFFLE_BASE_PATH). A name in the file that
// no flag has is an error, since a setting misspelt is a setting lost.
//
// It imports pflag, goccy/go-yaml and the standard library.
package config
