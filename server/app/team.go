package app

import (
	"context"
	"regexp"
	"time"
)

// Team owns a project, resources and scenes.
type Team struct {
	Name      string    `json:"name" doc:"used in addresses" pattern:"^[a-z][a-z0-9_-]{0,39}$"`
	Title     string    `json:"title" maxLength:"100"`
	Role      Role      `json:"role" enum:"viewer,editor,owner" doc:"yours"`
	CreatedAt time.Time `json:"created_at"`
}

var teamName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`)

// Teams lists those the principal is a member of.
func (a *App) Teams(ctx context.Context, who *Principal) ([]Team, error) {
	teams, err := a.store.TeamsOf(ctx, who.names())
	if err != nil {
		return nil, err
	}
	for i := range teams {
		teams[i].Role = who.Teams[teams[i].Name]
	}
	return teams, nil
}

// Team reads one.
func (a *App) Team(ctx context.Context, who *Principal, name string) (Team, error) {
	teams, err := a.store.TeamsOf(ctx, []string{name})
	if err != nil {
		return Team{}, err
	}
	role, ok := who.RoleIn(name)
	if len(teams) == 0 || !ok {
		return Team{}, Missing("team", name)
	}
	teams[0].Role = role
	return teams[0], nil
}

// CreateTeam makes a team whose first owner is the caller. Forbidden to who is
// not an administrator, Conflict when the name is taken.
func (a *App) CreateTeam(ctx context.Context, by Change, name, title string) (Team, error) {
	if !by.Who.Admin || by.Who.TokenID != 0 {
		return Team{}, Fail(Forbidden, "team_admin", "only an administrator makes teams; ask the one who set Riffle up")
	}
	if !teamName.MatchString(name) {
		return Team{}, Fail(Invalid, "team_name", `team name "{name}": want a small letter, then small letters, digits, - or _, 40 at most`, name).At("body.name")
	}
	if title == "" {
		title = name
	}
	t := Team{Name: name, Title: title, Role: Owner, CreatedAt: a.now()}
	if err := a.store.CreateTeam(ctx, by.Did("team.create", name), t, by.Who.UserID); err != nil {
		return Team{}, err
	}
	a.forget()
	return t, nil
}

func (p *Principal) names() []string {
	out := make([]string, 0, len(p.Teams))
	for n := range p.Teams {
		out = append(out, n)
	}
	return out
}
