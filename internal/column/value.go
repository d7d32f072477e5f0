package column

// Value is one scalar in its canonical Go form:
//
//	Int      int64
//	Float    float64
//	Bool     bool
//	String   string
//	Time     int64 (ns since 1970 UTC)
//	Duration int64 (ns)
//	Vector   []float32
//	List     []Value
//	Record   map[string]Value
//	nil      nil, for a type that allows it
//
// Functions of this package accept and return canonical forms only; JSON in
// and out goes through Parse and Render, which know the type.
type Value = any
