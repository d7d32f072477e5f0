package check

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// Flow is what is known of the statement forms of all pipelines. Statements
// inside of them stand in their pipeline's Types, Wanted and Deps like the outer
// ones; Deps name outer statements and variables too, and a form's own statement
// depends on whatever its blocks read from outside.
type Flow struct {
	Blocks  map[*ast.Block]*Block
	Ifs     map[*ast.If]*If
	Loops   map[*ast.Loop]*Loop
	Eaches  map[*ast.Each]*Each
	Chooses map[*ast.Choose]*Choose
}

func newFlow() Flow {
	return Flow{
		Blocks: map[*ast.Block]*Block{}, Ifs: map[*ast.If]*If{}, Loops: map[*ast.Loop]*Loop{},
		Eaches: map[*ast.Each]*Each{}, Chooses: map[*ast.Choose]*Choose{},
	}
}

// Block is `{ statements… value modifiers }` of an if, an each or an arm.
type Block struct {
	Decl   *ast.Block
	Order  []*ast.Stmt // of the block itself, in an order in which every name is known
	Result sig.Type    // of its value, the modifiers behind it applied
	Reads  []string    // outer statements and variables its statements and its value read, in order of first use
}

// If is `if cond { … } else …`. Its branches are Info.Blocks of Decl.Then and of
// Decl.Else, or Info.Ifs of Decl.Else.
type If struct {
	Decl   *ast.If
	Result sig.Type // what both branches give, sets united
}

// Loop is `loop … while … { … next … }`.
type Loop struct {
	Decl   *ast.Loop
	Vars   []LoopVar   // in written order
	Order  []*ast.Stmt // of the body, in an order in which every name is known
	Max    int         // turns; 0 when not said
	Result sig.Type    // the record of the variables
	Reads  []string    // outer statements and variables read by while, body and next
}

// LoopVar is a variable of a loop. Its type fits the first value and every next
// one: of sets the columns are united.
type LoopVar struct {
	Name string
	Type sig.Type
	Init ast.Value
	Next ast.Value // nil: it keeps its value
}

// Each is `each name in value { … }`.
type Each struct {
	Decl     *ast.Each
	Name     string
	Over     sig.Type // a list; of a set, the list of its items
	Elem     sig.Type // of the variable: a scalar, a record, or Items
	Max      int      // elements gone over; 0: all
	Parallel int      // at once; 0: not said
	Value    sig.Type // of the block
	Result   sig.Type // list of Value; Elem is Items where the block gives a set
	Reads    []string // outer statements and variables the block reads
}

// Choose is `choose { arms… }`, best first.
type Choose struct {
	Decl   *ast.Choose
	Arms   []Arm
	Result sig.Type // what every arm gives, sets united
}

// Arm of a choose. Its value is a call, a bare name, or an *ast.Block of
// Info.Blocks.
type Arm struct {
	Decl  *ast.Arm
	Name  string
	Type  sig.Type // of its value, before uniting
	Gain  Gain
	When  ast.Value // nil: always possible
	Node  string    // statement.arm, the name of its call in traces
	Reads []string  // outer statements and variables it reads
}

// Gain is a gain as written: what a node is worth to the business. Low and High
// are equal where one number is written.
type Gain struct {
	Low, High float64
	Two       bool // written with two ends
	Tiers     []TierGain
}

// TierGain is the gain for the requests of one tier.
type TierGain struct {
	Tier      string
	Low, High float64
	Two       bool
}

// GainOf reads a gain modifier; what is no number counts as 0.
func GainOf(m *ast.Modifier) Gain {
	if m == nil {
		return Gain{}
	}
	var out Gain
	out.Low, out.High, out.Two = ends(m.Value)
	for _, t := range m.Tiers {
		if t == nil || t.Tier == nil {
			continue
		}
		g := TierGain{Tier: t.Tier.Text}
		g.Low, g.High, g.Two = ends(t.Value)
		out.Tiers = append(out.Tiers, g)
	}
	return out
}

func ends(v ast.Value) (low, high float64, two bool) {
	switch v := v.(type) {
	case *ast.NumberLit:
		return number(v), number(v), false
	case *ast.RangeLit:
		if v.Lo != nil && v.Hi != nil {
			return number(v.Lo), number(v.Hi), true
		}
	}
	return 0, 0, false
}
