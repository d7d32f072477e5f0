package api

// Updating tells whether goldens are written anew.
func Updating() bool { return *update }
