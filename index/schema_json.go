package index

import (
	"encoding/json"

	"riffle.dev/riffle/internal/column"
)

type fieldWire Field

// MarshalJSON writes the default as the field's type has it in JSON.
func (f Field) MarshalJSON() ([]byte, error) {
	w := fieldWire(f)
	w.Default = column.Render(f.Type, f.Default)
	return json.Marshal(w)
}

// UnmarshalJSON reads the default back into its canonical form.
func (f *Field) UnmarshalJSON(data []byte) error {
	var w fieldWire
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*f = Field(w)
	var raw struct {
		Default json.RawMessage `json:"default"`
	}
	if err := json.Unmarshal(data, &raw); err != nil || raw.Default == nil {
		return err
	}
	v, err := column.ParseJSON(f.Type.Null(), raw.Default)
	f.Default = v
	return err
}
