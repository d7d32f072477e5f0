//go:build race

package solve

const defaultInstances = 1_500 // the race detector makes each ten times as slow
