//go:build !race

package solve

const defaultInstances = 10_000
