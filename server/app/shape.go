package app

// Shape is what a value of a parameter may be, enough to make a form of it.
type Shape struct {
	Kind     string       `json:"kind" doc:"int, float, bool, string, time, duration, vector, list or record"`
	Nullable bool         `json:"nullable,omitempty"`
	Low      *float64     `json:"low,omitempty" doc:"smallest number allowed"`
	High     *float64     `json:"high,omitempty"`
	Words    []string     `json:"words,omitempty" doc:"the only ones allowed"`
	Dim      int          `json:"dim,omitempty" doc:"numbers of a vector"`
	Elem     *Shape       `json:"elem,omitempty" doc:"of a list"`
	Fields   []ShapeField `json:"fields,omitempty" doc:"of a record"`
}

// ShapeField is one field of a record.
type ShapeField struct {
	Name     string `json:"name"`
	Shape    Shape  `json:"shape"`
	Required bool   `json:"required"`
	Default  any    `json:"default,omitempty"`
}
