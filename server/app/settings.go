package app

import (
	"context"
	"strings"
	"time"
)

// UserSettings is how a person wants the console.
type UserSettings struct {
	Language string `json:"language,omitempty" enum:"en,zh" doc:"missing: the browser's"`
	Theme    string `json:"theme,omitempty" enum:"light,dark,system" doc:"missing: the browser's"`
	TimeZone string `json:"time_zone,omitempty" maxLength:"60" doc:"UTC, local, or a name such as Asia/Shanghai"`
	Density  string `json:"density,omitempty" enum:"compact,comfortable"`
}

// Session of a user.
type Session struct {
	ID        string    `json:"id"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
	Current   bool      `json:"current" doc:"the one that asks"`
}

// Settings of the one who asks.
func (a *App) Settings(ctx context.Context, who *Principal) (UserSettings, error) {
	return a.store.UserSettings(ctx, who.UserID)
}

// SetSettings keeps them. Not audited: nothing of a team changes.
func (a *App) SetSettings(ctx context.Context, who *Principal, s UserSettings) (UserSettings, error) {
	if s.TimeZone != "" && s.TimeZone != "local" && !goodZone(s.TimeZone) {
		return UserSettings{}, Fail(Invalid, "time_zone", `time zone "{zone}": want UTC, local or a name such as Asia/Shanghai`, s.TimeZone).At("body.time_zone")
	}
	return s, a.store.SetUserSettings(ctx, who.UserID, s)
}

// goodZone tells whether a name looks like one of the zone database; the
// browser has the database, a server may not.
func goodZone(name string) bool {
	if name == "" || len(name) > 60 || strings.Trim(name, "/") != name {
		return false
	}
	for _, r := range name {
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("/_+-", r)) {
			return false
		}
	}
	return true
}

// Sessions lists the user's, newest first.
func (a *App) Sessions(ctx context.Context, who *Principal) ([]Session, error) {
	return a.store.Sessions(ctx, who.UserID, who.SessionID, a.now())
}

// EndSession ends one of the user's own.
func (a *App) EndSession(ctx context.Context, by Change, id string) error {
	err := a.store.EndSession(ctx, by.Did("session.end", id), by.Who.UserID, id)
	a.forget()
	return err
}
