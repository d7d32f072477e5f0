package postgres

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// npmPlatform maps Go's names to those of the packages @embedded-postgres/*.
func npmPlatform(goos, goarch string) string {
	arch := map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"}[goarch]
	if arch == "" {
		arch = goarch
	}
	return goos + "-" + arch
}

// npmBinaries looks into RIFFLE_NPM_DIR, then into every node_modules beside or
// above the given folders, the working folder and the executable.
func npmBinaries(env func(string) string, from []string) []Binaries {
	pkg := filepath.Join("@embedded-postgres", npmPlatform(runtime.GOOS, runtime.GOARCH), "native")
	var roots []string
	if dir := env("RIFFLE_NPM_DIR"); dir != "" {
		roots = append(roots, filepath.Join(dir, pkg), filepath.Join(dir, "node_modules", pkg))
	}
	if dir, err := os.Getwd(); err == nil {
		from = append(from, dir)
	}
	if exe, err := os.Executable(); err == nil {
		from = append(from, filepath.Dir(exe))
	}
	for _, dir := range from {
		for {
			roots = append(roots, filepath.Join(dir, "node_modules", pkg))
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	var found []Binaries
	seen := map[string]bool{}
	for _, root := range roots {
		real, err := filepath.EvalSymlinks(root)
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		// Without its links the binary does not even tell its version. Where
		// they cannot be made (a tree of another user) it is left out.
		if linkNPM(real) != nil {
			continue
		}
		found = append(found, inspect([]string{filepath.Join(real, "bin")}, NPM, real)...)
	}
	return found
}

// linkNPM makes the links between libraries that the package's install script
// would make: npm keeps no links in a package and newer ones run no scripts.
func linkNPM(native string) error {
	data, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(data, &links); err != nil {
		return fmt.Errorf("postgres: %s: %w", native, err)
	}
	pkg := filepath.Dir(native) // the paths in the list start with "native/"
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("postgres: link %s to %s leaves the package %s", l.Target, l.Source, pkg)
		}
		target := filepath.Join(pkg, l.Target)
		rel, err := filepath.Rel(filepath.Dir(target), filepath.Join(pkg, l.Source))
		if err != nil {
			return err
		}
		if err := os.Symlink(rel, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
