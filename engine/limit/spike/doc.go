// Package spike holds the test that runs the queue before the machine of the
// simulator. It stands apart because it starts no goroutine and takes long under
// the race detector. It imports engine/limit and engine/degrade.
package spike
