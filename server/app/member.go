package app

import (
	"context"
	"regexp"
	"time"
)

// Member of a team.
type Member struct {
	Login     string    `json:"login"`
	Name      string    `json:"name"`
	Role      Role      `json:"role" enum:"viewer,editor,owner"`
	CreatedAt time.Time `json:"created_at" doc:"when the membership began"`
}

// NewMember asks for a membership; a login that does not exist yet is made.
type NewMember struct {
	Login    string `json:"login" minLength:"1" maxLength:"60"`
	Role     Role   `json:"role" enum:"viewer,editor,owner"`
	Name     string `json:"name,omitempty" maxLength:"100"`
	Password string `json:"password,omitempty" maxLength:"200" doc:"of a new login; 10 characters or more. Made up when missing, and answered once"`
}

// AddedMember is the membership, with the password when one was made up.
type AddedMember struct {
	Member
	Password string `json:"password,omitempty" doc:"made up, shown this once"`
}

var loginName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,59}$`)

// Members lists a team's, by login.
func (a *App) Members(ctx context.Context, team string) ([]Member, error) {
	return a.store.Members(ctx, team)
}

// AddMember gives a login a role in the team. Conflict when it has one.
func (a *App) AddMember(ctx context.Context, by Change, team string, in NewMember) (AddedMember, error) {
	if !loginName.MatchString(in.Login) {
		return AddedMember{}, Fail(Invalid, "login_name", `login "{login}": want letters, digits and . _ @ -, 60 at most`, in.Login).At("body.login")
	}
	if in.Role.rank() == 0 {
		return AddedMember{}, Fail(Invalid, "role_unknown", `role "{role}": want viewer, editor or owner`, in.Role).At("body.role")
	}
	out := AddedMember{Member: Member{Login: in.Login, Name: in.Name, Role: in.Role, CreatedAt: a.now()}}
	if out.Name == "" {
		out.Name = in.Login
	}
	exists, err := a.store.LoginExists(ctx, in.Login)
	if err != nil {
		return AddedMember{}, err
	}
	hash := ""
	switch {
	case exists && in.Password != "":
		return AddedMember{}, Fail(Conflict, "login_exists", `login "{login}" exists already; leave the password out`, in.Login).At("body.password")
	case !exists:
		if in.Password == "" {
			in.Password = a.secrets.Password()
			out.Password = in.Password
		}
		if hash, err = a.hash(ctx, in.Password); err != nil {
			return AddedMember{}, err
		}
	}
	if err := a.store.AddMember(ctx, by.Did("member.add", in.Login), team, out.Member, hash); err != nil {
		return AddedMember{}, err
	}
	a.forget()
	return out, nil
}

// SetRole changes a member's role. The last owner stays one.
func (a *App) SetRole(ctx context.Context, by Change, team, login string, role Role) (Member, error) {
	if role.rank() == 0 {
		return Member{}, Fail(Invalid, "role_unknown", `role "{role}": want viewer, editor or owner`, role).At("body.role")
	}
	m, err := a.store.SetRole(ctx, by.Did("member.role", login), team, login, role)
	a.forget()
	return m, err
}

// RemoveMember ends a membership. The last owner stays; the member's tokens of
// this team end with it.
func (a *App) RemoveMember(ctx context.Context, by Change, team, login string) error {
	err := a.store.RemoveMember(ctx, by.Did("member.remove", login), team, login)
	a.forget()
	return err
}

// hash refuses passwords that are too short to be worth hashing.
func (a *App) hash(ctx context.Context, password string) (string, error) {
	if n := len([]rune(password)); n < 10 {
		return "", Fail(Invalid, "password_short", "password: want 10 characters or more, got {n}", n).At("body.password")
	}
	return a.secrets.Hash(ctx, password)
}
