package app

import (
	"context"
	"time"

	"riffle.dev/riffle/dsl/diag"
)

// Store keeps the nouns. Every write takes a Change and makes its audit row in
// the same transaction. Errors: *Error of NotFound, Conflict or Stale where the
// rule is one of the data, Unavailable when the database cannot be reached
// within the context's time; others are internal.
type Store interface {
	TeamsOf(ctx context.Context, names []string) ([]Team, error)
	CreateTeam(ctx context.Context, by Change, t Team, owner int64) error

	LoginExists(ctx context.Context, login string) (bool, error)
	Members(ctx context.Context, team string) ([]Member, error)
	AddMember(ctx context.Context, by Change, team string, m Member, passwordHash string) error
	SetRole(ctx context.Context, by Change, team, login string, role Role) (Member, error)
	RemoveMember(ctx context.Context, by Change, team, login string) error

	Tokens(ctx context.Context, team string) ([]Token, error)
	CreateToken(ctx context.Context, by Change, team string, t Token, user int64, hash []byte) (Token, error)
	DeleteToken(ctx context.Context, by Change, team string, id int64) error

	Files(ctx context.Context, team string) ([]File, error) // with texts, by path
	File(ctx context.Context, team, path string) (File, error)
	SaveFile(ctx context.Context, by Change, team string, f File, match string) (File, error)
	DeleteFile(ctx context.Context, by Change, team, path, match string) error

	Versions(ctx context.Context, team string, before int64, limit int) ([]Version, error)
	Version(ctx context.Context, team string, number int64) (Version, error)
	LiveVersion(ctx context.Context, team string) (*Version, error) // nil: none
	// CreateVersion is Stale when seen is not nil and not the number of the live
	// version, 0 for none.
	CreateVersion(ctx context.Context, by Change, team string, v Version, activate bool, seen *int64) (Version, error)
	Activate(ctx context.Context, by Change, team string, number int64, note string) error
	Activations(ctx context.Context, team string, limit int) ([]Activation, error)

	// ImportersOf is by name; a team that does not exist has none.
	ImportersOf(ctx context.Context, team string) ([]string, error)
	SetImporters(ctx context.Context, by Change, team string, teams []string) error
	// ImportUses are by team; what a team imports of itself is left out.
	ImportUses(ctx context.Context, team string) ([]ImportUse, error)

	Faults(ctx context.Context, team string, now time.Time) ([]Fault, error)
	CreateFault(ctx context.Context, by Change, team string, f Fault) (Fault, error)
	DeleteFault(ctx context.Context, by Change, team string, id int64, now time.Time) error

	RenameFile(ctx context.Context, by Change, team, from, to, match string, at time.Time) (File, error)
	// ReplaceDraft is Stale when match is not the draft's tag. version is where
	// the files come from, 0 for none of the versions.
	ReplaceDraft(ctx context.Context, by Change, team string, version int64, files []File, match string) error

	// AddRun gives the run its id and keeps the newest MaxRuns of the team.
	AddRun(ctx context.Context, team string, r *Run) error
	Runs(ctx context.Context, team string, f RunFilter) ([]RunRow, error)
	Run(ctx context.Context, team, id string) (Run, error)

	// AddLoadTest gives the test its id and keeps the newest MaxLoadTests of the
	// team. One that should have ended long before now was lost.
	AddLoadTest(ctx context.Context, by Change, team string, t *LoadTest) error
	LoadTests(ctx context.Context, team string, f KeptFilter, now time.Time) ([]LoadTestRow, error)
	LoadTest(ctx context.Context, team, id string, now time.Time) (LoadTest, error)

	// AddGain gives the measurement its id and keeps the newest MaxGains of the
	// team. One that should have ended long before now was lost.
	AddGain(ctx context.Context, by Change, team string, g *Gain) error
	Gains(ctx context.Context, team string, f KeptFilter, now time.Time) ([]GainRow, error)
	Gain(ctx context.Context, team, id string, now time.Time) (Gain, error)

	// Note writes an audit row of what changes nothing in the database.
	Note(ctx context.Context, by Change, team string) error

	UserSettings(ctx context.Context, user int64) (UserSettings, error)
	SetUserSettings(ctx context.Context, user int64, s UserSettings) error
	Sessions(ctx context.Context, user int64, current string, now time.Time) ([]Session, error)
	EndSession(ctx context.Context, by Change, user int64, id string) error

	Audit(ctx context.Context, team string, f AuditFilter) ([]Audit, error)
	Events(ctx context.Context, team string, before int64, limit int) ([]Event, error)
}

// Compiler checks a project and tries to build it.
type Compiler interface {
	Check(ctx context.Context, p Project) diag.List
	Build(ctx context.Context, p Project) diag.List // Check, then all that serving takes
	Imports(p Project) []Import                     // by source
	Language
	Differ
}

// Project is the texts of a team, sorted by path: a draft, or a version of it.
// The team decides which imports and secrets it has.
type Project struct {
	Team  string
	Texts []Text
	// Published says that it is a version: what it imports was allowed when it
	// was made and is not asked for again.
	Published bool
}

// Runtime is what runs on this instance. Lists are by name and the caller's.
// Put, Delete and Document give what Absent says for an unknown resource.
type Runtime interface {
	// Absent is why there is no such scene or resource: NotFound, or
	// Unavailable while the team's live version is loading.
	Absent(team, what, name string) error
	// Serving is the version that serves, 0 for none.
	Serving(team string) int64
	Scenes(team string) []Scene
	Resources(team string) []Resource
	// Nodes are the names of the nodes a scene runs, of all scenes when it is "".
	Nodes(team, scene string) []string
	Put(ctx context.Context, team, resource string, docs []Put) ([]PutResult, error)
	Delete(ctx context.Context, team, resource, key string) (PutResult, error)
	Document(ctx context.Context, team, resource, key string) (map[string]any, error)
	// RunOnce asks a pipeline or scene of a project, or of what its team serves
	// now when it has no texts. NotFound for a pipeline or scene that is not there.
	RunOnce(ctx context.Context, p Project, in NewRun) (Run, error)
	Query(ctx context.Context, team, resource string, q NewQuery) (QueryAnswer, error)
	Statistics(ctx context.Context, team, resource string) (ResourceStatistics, error)
	// Activated and FaultsChanged spare waiting for the notice of the database.
	Activated(ctx context.Context, team string, v Version)
	FaultsChanged(ctx context.Context, team string)
}

// Secrets makes and hashes what must not be guessed.
type Secrets interface {
	Password() string
	Hash(ctx context.Context, password string) (string, error)
	Token() (secret string, hash []byte)
}
