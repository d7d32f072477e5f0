package main

import (
	"time"

	"riffle.dev/riffle/internal/secret"
)

// secretsFlag is the help of --secrets.
const secretsFlag = "folder of secrets, a file each: NAME, or TEAM/NAME for one team alone (also RIFFLE_SECRET_NAME)"

// secrets that programs name, from a folder and from the variables.
func (w world) secrets(dir string) *secret.Store {
	return secret.New(secret.Options{Getenv: w.getenv, Dir: dir, Now: time.Now})
}
