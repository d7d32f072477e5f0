// Package garbage decides how seldom a serving process collects its garbage.
//
// What lives while serving is small and steady (the index), what a request leaves
// is much: collecting when as much garbage as life has gathered, Go's default,
// marks the same index several times a second. With memory to spare it waits for
// Growth percent; the more of the memory lives, the less it waits, down to the
// default. GOMEMLIMIT holds as ever, and who sets GOGC has it as set.
//
// It imports the standard library only.
package garbage
