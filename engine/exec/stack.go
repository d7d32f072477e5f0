package exec

// deep is how much stack operators need, with a little to spare: so that it fits
// into a stack of 16 KB, which the runtime keeps at hand.
const deep = 9 << 10

// deepen makes the stack of a new goroutine as large as its nodes will need, while
// nothing stands on it: it would be doubled three times as it fills, and each time
// all frames be moved. A large frame is enough, which need not be written to; n is 0.
//
//go:noinline
func deepen(n int) byte {
	if n <= 0 {
		return 0
	}
	var room [deep]byte
	room[n%deep] = 1
	return room[(n+1)%deep]
}
