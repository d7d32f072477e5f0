package sig

// ArgKind decides what a name in an argument's place may be.
type ArgKind uint8

// Argument kinds.
const (
	Scalar    ArgKind = iota // an expression over the pipeline's scalars, lists and records
	Set                      // one set
	Sets                     // a list of sets
	PerItem                  // an expression over the columns of the first argument (of a source: the fields of its resource)
	Column                   // one column name
	Columns                  // a list of column names
	Resource                 // a resource by name
	Vectors                  // resource.field, a vector field
	Choice                   // a call or word of the policies the function lists
	Constant                 // a constant of Type
	Word                     // one of Words; with no Words any new name, such as the column of as:
	Order                    // a PerItem expression or column to sort by
	Bindings                 // name: expression or model, any number (with)
	ItemModel                // a call of a service or function that leaves its parameter item out; Type is the answer wanted for each item
	Shape                    // a declared type by name; what the source gives has its fields
	Records                  // a list of constant records of the type that the Shape argument names
	Groups                   // name: expression, any number, in which a column is the list of its values in a group (aggregate)
)

var argKindNames = [...]string{Scalar: "scalar", Set: "set", Sets: "sets", PerItem: "per_item", Column: "column", Columns: "columns",
	Resource: "resource", Vectors: "vectors", Choice: "choice", Constant: "constant", Word: "word", Order: "order", Bindings: "bindings", ItemModel: "model",
	Shape: "type", Records: "records", Groups: "groups"}

// String is the word for it at the doors.
func (k ArgKind) String() string { return argKindNames[k] }

// Bind tells whether arguments of this kind are given by names of their own.
func (k ArgKind) Bind() bool { return k == Bindings || k == Groups }

// Arg of a function.
type Arg struct {
	Name     string
	Kind     ArgKind
	Type     Type // wanted type of Scalar, PerItem, Constant; of Column its kind; Invalid: any
	Required bool
	Named    bool     // must be given by name
	Knob     bool     // an int that may be a range of constants
	Scored   bool     // PerItem of a source: it sees the source's own _score besides the fields
	Cut      bool     // an int: the answer has at most so many items; see Cuts
	Default  any      // int64, float64, string or bool; nil when there is none
	Words    []string // Word: the choices
	Policies []Policy // Choice: what may be chosen
	Doc      string
}

// Cuts tells whether the argument says how many items are left at most: k of
// a source, keep of a transform, and whatever else is marked Cut, such as the
// number that take takes.
func (a *Arg) Cuts() bool { return a.Cut || a.Name == "k" || a.Name == "keep" }

// Policy is a choice such as rrf(60) or first.
type Policy struct {
	Name string
	Args []Arg // positional constants
	// PerSet policies take name: constant for the sets they name instead, such
	// as weighted(similar: 2, hot: 1); Args[0] is the type of each.
	PerSet bool
	Doc    string
}

// Func is the signature of an operator: words and types, nothing that runs.
type Func struct {
	Name    string
	Summary string // one sentence
	Doc     string
	Example string // a statement that checks on the demo's resources
	Off     string // what follows sees when it is switched off
	Args    []Arg
	Source  bool // reads a resource; its PerItem arguments see that resource's fields
	Unites  bool // the columns of all its sets are united; those of the first set pass through where it is false
	Behind  bool // does something elsewhere and gives nothing: it stands in after { } only
	// Result computes the type of a call from its bound arguments. A Problem
	// is reported at the argument it names.
	Result func(*Use) (Type, *Problem)
}

// Arg by name.
func (f *Func) Arg(name string) (*Arg, bool) {
	for i := range f.Args {
		if f.Args[i].Name == name {
			return &f.Args[i], true
		}
	}
	return nil, false
}

// Use is one call as its Result rule sees it.
type Use struct {
	Types map[string]Type     // by argument name: type of the value given; absent when not given; a resource (also of a Vectors argument) or set as Items
	Lists map[string][]Type   // Sets: the type of each element
	Names map[string][]string // Column, Columns, Word: names as written; Vectors: resource and field; Bindings: the new names in order
	Bound map[string]Type     // Bindings, Groups: type by new name
	Value map[string]any      // Constant: as ConstOf of the checker gives it
}

// Problem is what a Result rule found wrong.
type Problem struct {
	Arg     string // the argument it is about; "" for the call
	Code    string // a code of dsl/diag
	Message string
	Help    string
}

// Catalogue is the table of operators given to the checker.
type Catalogue interface {
	// Operator by name.
	Operator(name string) (*Func, bool)
	// Operators in the order of the table.
	Operators() []*Func
}
