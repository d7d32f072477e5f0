package token

// Nanoseconds is the length of a unit of time, 0 of another unit.
func Nanoseconds(unit string) float64 {
	switch unit {
	case "us":
		return 1e3
	case "ms":
		return 1e6
	case "s":
		return 1e9
	case "m":
		return 60e9
	case "h":
		return 3600e9
	case "d":
		return 86400e9
	}
	return 0
}

// Bytes is the size of a unit of memory, 0 of another unit.
func Bytes(unit string) float64 {
	switch unit {
	case "KB":
		return 1 << 10
	case "MB":
		return 1 << 20
	case "GB":
		return 1 << 30
	}
	return 0
}

// PerSecond is what a unit of rate makes a second, 0 of another unit.
func PerSecond(unit string) float64 {
	switch unit {
	case "/s":
		return 1
	case "/m":
		return 1.0 / 60
	case "/h":
		return 1.0 / 3600
	}
	return 0
}

// IsUnit tells whether text touching a number makes a unit of it.
func IsUnit(text string) bool {
	return text == "%" || Nanoseconds(text) > 0 || Bytes(text) > 0 || PerSecond(text) > 0
}
