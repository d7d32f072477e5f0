package migrations

// UpFrom is Up with other files.
var UpFrom = up
