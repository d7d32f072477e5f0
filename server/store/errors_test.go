package store_test

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// Who meets a name that is taken hears which.
func TestTakenNamesAreNamed(t *testing.T) {
	f := open(t)
	f.fill(t, 1)
	err := f.CreateTeam(t.Context(), f.by, app.Team{Name: "ads", CreatedAt: time.Now()}, f.user)
	if app.CodeOf(err) != app.Conflict || !strings.Contains(err.Error(), `there is a team "ads" already`) {
		t.Errorf("a team again: %v", err)
	}
	err = f.AddMember(t.Context(), f.by, "ads", app.Member{Login: "li", Role: app.Viewer, CreatedAt: time.Now()}, "hash")
	if app.CodeOf(err) != app.Conflict || !strings.Contains(err.Error(), `there is a login "li" already`) {
		t.Errorf("a login again: %v", err)
	}
}
