package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version of this binary and what built it",
		Long: `Prints the tag or commit that this binary was built from, as far as the build
recorded it, and the compiler.`,
		Example: "  riffle version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(w.out, "riffle %s\n%s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// buildVersion is the tag or the commit the binary was built from, as far as
// the build recorded it.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version, revision, modified := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " with local changes"
		}
	}
	if version == "" || version == "(devel)" {
		version = "development"
		if revision != "" {
			version += " at " + revision + modified
		}
	}
	return version
}
