//go:build race

package exec

const underRace = true
