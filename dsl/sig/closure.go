package sig

// Closure is a function of expressions over a list, which computes something of
// each element: any(tags, # in user.tags). In the body # is the element and .x
// its field; bare names keep their meaning.
type Closure struct {
	Name    string
	Summary string
	Example string // an expression
	Body    Body
	Gives   ClosureGives
	Extra   []string // words a third argument may be, such as desc
	First   bool     // a third argument is the first value of #acc
	Later   bool     // no kernel yet: the checker types it and says E0901
}

// Body says what the body of a closure may be.
type Body uint8

// Bodies.
const (
	BodyBool   Body = iota // a condition
	BodyAny                // anything that has a type
	BodyNumber             // an int, a float or a duration; nil is passed over
	BodyKey                // an int, a string or a bool, to be equal to others
	BodyOrder              // something that can be sorted by; nil comes last
	BodyFirst              // the type of the first value, nil only if that is
)

// ClosureGives says what a closure gives.
type ClosureGives uint8

// Results of closures.
const (
	GivesBool   ClosureGives = iota
	GivesCount               // an int
	GivesPlace               // an int, nil when there is none
	GivesFound               // the element, nil when there is none
	GivesList                // a list of what the body gives
	GivesTotal               // the type of the body
	GivesGroups              // a list of { key, items }, in order of first appearance
	GivesSorted              // the type of the list
	GivesFirst               // the type of the first value
)

// ClosureOf finds a closure by name.
func ClosureOf(name string) (*Closure, bool) {
	for i := range closures {
		if closures[i].Name == name {
			return &closures[i], true
		}
	}
	return nil, false
}

// Closures lists the functions with closures in the order of the table.
func Closures() []Closure { return append([]Closure(nil), closures...) }

var closures = []Closure{
	{Name: "any", Summary: "whether a condition holds for at least one element", Example: "any(tags, # in user.tags)", Gives: GivesBool},
	{Name: "all", Summary: "whether a condition holds for every element; true of none", Example: `all(tags, # != "x")`, Gives: GivesBool},
	{Name: "none", Summary: "whether a condition holds for no element", Example: `none(tags, # == "x")`, Gives: GivesBool},
	{Name: "one", Summary: "whether a condition holds for exactly one element", Example: `one(tags, # == "x")`, Gives: GivesBool},
	{Name: "count", Summary: "for how many elements a condition holds", Example: "count(tags, # in user.tags)", Gives: GivesCount},
	{Name: "map", Summary: "the list of what is computed of each element", Example: "map(page, .title)", Body: BodyAny, Gives: GivesList},
	{Name: "sum", Summary: "the sum of what is computed of each element", Example: "sum(page, .installs)", Body: BodyNumber, Gives: GivesTotal},
	{Name: "find", Summary: "the first element for which a condition holds; nil when there is none", Example: "find(prices, # > 3) ?? 0", Gives: GivesFound},
	{Name: "findLast", Summary: "the last element for which a condition holds; nil when there is none", Example: "findLast(prices, # > 3) ?? 0", Gives: GivesFound},
	{Name: "findIndex", Summary: "the place of the first element for which a condition holds, from 0; nil when there is none", Example: "findIndex(prices, # > 3) ?? -1", Gives: GivesPlace},
	{Name: "findLastIndex", Summary: "the place of the last element for which a condition holds, from 0; nil when there is none", Example: "findLastIndex(prices, # > 3) ?? -1", Gives: GivesPlace},
	{Name: "groupBy", Summary: "the elements by a key: a list of { key, items }, in order of first appearance", Example: "groupBy(page, .genre)", Body: BodyKey, Gives: GivesGroups},
	{Name: "sortBy", Summary: "the elements in order of what is computed of each, nil last; with \"desc\" the greatest first", Example: `sortBy(page, .installs, "desc")`,
		Body: BodyOrder, Gives: GivesSorted, Extra: []string{"asc", "desc"}},
	{Name: "reduce", Summary: "one value from all elements: #acc is what came of those before, at first the third argument", Example: "reduce(prices, #acc + #, 0)",
		Body: BodyFirst, Gives: GivesFirst, First: true},
}
