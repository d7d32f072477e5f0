//go:build !amd64 || amd64.v3

package column

// log1ps is log1psGo.
func log1ps(dst, src []float64) { log1psGo(dst[:len(src)], src) }
