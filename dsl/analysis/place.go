package analysis

// Place in a project's texts: line and column from 1, the column in
// characters.
type Place struct {
	File   string `json:"file" maxLength:"200"`
	Line   int    `json:"line" minimum:"1" maximum:"1000000"`
	Column int    `json:"column" minimum:"1" maximum:"1000000"`
}

// Span of a text; the end is behind its last character.
type Span struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

// Completions are what may stand at a place.
type Completions struct {
	// FromColumn to ToColumn of the line is the word that an item replaces.
	FromColumn int          `json:"from_column"`
	ToColumn   int          `json:"to_column"`
	Items      []Completion `json:"items"`
}

// Completion is one thing that may stand there.
type Completion struct {
	Label  string `json:"label"`
	Kind   string `json:"kind" enum:"operator,function,column,resource,node,param,keyword,modifier,policy,argument,pipeline,field,type,setting,value"`
	Detail string `json:"detail" doc:"its type or signature"`
	Doc    string `json:"doc"`
	Insert string `json:"insert" doc:"text to put in; $0 is where the cursor goes"`
}

// Hover is what stands at a place.
type Hover struct {
	Found bool   `json:"found"`
	Range *Span  `json:"range,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Title string `json:"title,omitempty" doc:"a line of the language: name with type or signature"`
	Doc   string `json:"doc,omitempty"`
}

// Definition is where a name is declared.
type Definition struct {
	Found bool  `json:"found"`
	At    *Span `json:"at,omitempty"`
}
