package postgres

import "path/filepath"

// record is what the first start chose; later starts follow it.
type record struct {
	Mode   Mode   `json:"mode"`
	UID    int    `json:"uid"`
	GID    int    `json:"gid"`
	Source Choice `json:"source"`
	Major  int    `json:"major"`
	Data   string `json:"data"` // relative to the home, unless Mode is Copy
	Port   int    `json:"port"` // taken again where it is free, so that addresses stay
}

// The files of a private Postgres in the home.
const (
	folder       = "postgres"
	recordFile   = folder + "/choice.json"
	passwordFile = folder + "/password"
	logFile      = folder + "/log"
	dataFolder   = folder + "/data"
)

func (r record) dataDir(homeDir string) string {
	if filepath.IsAbs(r.Data) {
		return r.Data
	}
	return filepath.Join(homeDir, r.Data)
}
