package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

// noZeros refuses a 0 that somebody wrote for a flag of which 0 means its default:
// who wants that leaves the flag out.
func noZeros(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		f := flags.Lookup(name)
		switch f.Value.String() {
		case "0", "0s":
			if f.Changed {
				return usageError{fmt.Errorf("--%s: want more than 0, got 0; leave it out for what it is by itself", name)}
			}
		}
	}
	return nil
}
