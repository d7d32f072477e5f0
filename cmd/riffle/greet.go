package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/server"
)

// demoFile is what the server leaves in the home for people and scripts that
// want to try the demo.
const demoFile = "demo.json"

type demoAccess struct {
	Address  string `json:"address"`
	Login    string `json:"login"`
	Password string `json:"password"`
	Token    string `json:"token"`
	Team     string `json:"team"`
	Scenes   []struct {
		Name    string          `json:"name"`
		Request json.RawMessage `json:"request"`
	} `json:"scenes"`
}

// greet tells whoever started us where to go and, in a demo, what to try.
func greet(w io.Writer, address string, h *home.Folder, project *server.Project) {
	address = strings.TrimSuffix(address, "/")
	fmt.Fprintf(w, "\n  Riffle serves at %s/\n", address)
	var d demoAccess
	file := demoFile
	if project != nil {
		file = project.Content.FileName
	}
	found, err := h.Recall(file, &d)
	if err != nil || !found || d.Login == "" {
		fmt.Fprintf(w, "  Stop it by Ctrl-C; everything is kept in %s\n\n", h.Dir())
		return
	}
	fmt.Fprintf(w, "  login %s, password %s\n", d.Login, d.Password)
	if project != nil {
		fmt.Fprintf(w, "  team %s, from %s\n", d.Team, project.Dir)
		if said := saidOfStandins(project); said != "" {
			fmt.Fprintf(w, "  %s\n", said)
		}
	}
	if len(d.Scenes) > 0 {
		scene := d.Scenes[0]
		var request bytes.Buffer
		if json.Compact(&request, scene.Request) != nil {
			request.WriteString("{}")
		}
		quoted := strings.ReplaceAll(request.String(), "'", `'\''`) // inside the shell's quotes
		fmt.Fprintf(w, `
  Three things to try:
  1. open %[1]s/ and watch the overview move
  2. ask a scene:
     curl -s %[1]s/api/v1/teams/%[2]s/scenes/%[3]s/serve -H "Authorization: Bearer %[4]s" \
       -H 'Content-Type: application/json' -d '{"request": %[5]s, "explain": true}'
  3. %[6]s
`, address, d.Team, scene.Name, d.Token, quoted, third(h, address, d, project))
	}
	fmt.Fprintf(w, "\n  All of this is also in %s. Stop it by Ctrl-C; everything is kept.\n\n", h.Path(file))
}

// third thing to try: of the demo a drill, of a project a change.
func third(h *home.Folder, address string, d demoAccess, project *server.Project) string {
	if project == nil {
		return "kill the database and see what the board says:\n     " + killDatabase(h)
	}
	return fmt.Sprintf("change a file of %[1]s, see what that changes, and make it live:\n     riffle apply '%[1]s' --server %[2]s --team %[3]s --token %[4]s",
		project.Dir, address, d.Team, d.Token)
}

// killDatabase is the command for it; the data may stand outside of the home,
// when the account that runs Postgres cannot reach into it.
func killDatabase(h *home.Folder) string {
	pid := h.Path("postgres/data/postmaster.pid")
	if !exists(pid) {
		return "kill -9 its process; its pid is the first line of postmaster.pid in its data folder"
	}
	return fmt.Sprintf("kill -9 $(head -1 '%s')", pid)
}
