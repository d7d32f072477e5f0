package ast

// Inspect calls f for n and, as long as f says true, for what n holds, in the
// order of the tree. Missing parts are left out.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	switch n := n.(type) {
	case *Import:
		if n.From != nil {
			Inspect(n.From, f)
		}
	case *Type:
		inspectRecord(n.Record, f)
	case *Resource:
		inspectRecord(n.Fields, f)
		inspectAll(n.Settings, f)
	case *Service:
		inspectSignature(n.Signature, f)
		inspectAll(n.Settings, f)
	case *Function:
		inspectSignature(n.Signature, f)
		inspectAll(n.Settings, f)
	case *Pipeline:
		inspectSignature(n.Signature, f)
		inspectAll(n.Stmts, f)
		if n.Return != nil {
			Inspect(n.Return, f)
		}
	case *Return:
		inspectValue(n.Value, f)
	case *Scene:
		inspectAll(n.Settings, f)
		inspectAll(n.Tiers, f)
	case *Tier:
		inspectExpr(n.When, f)
		inspectAll(n.Settings, f)
	case *Experiment:
		inspectExpr(n.By, f)
		inspectAll(n.Settings, f)
		inspectAll(n.Arms, f)
	case *ExperimentArm:
		inspectNumber(n.Share, f)
		inspectAll(n.Settings, f)
	case *Test:
		inspectAll(n.Entries, f)
	case *TestEntry:
		inspectValue(n.Value, f)
	case *Setting:
		inspectValue(n.Value, f)
		inspectExpr(n.By, f)
		inspectAll(n.Settings, f)
	case *Signature:
		inspectAll(n.Params, f)
		inspectType(n.Result, f)
	case *Param:
		inspectType(n.Type, f)
		inspectValue(n.Default, f)
	case *TypeExpr:
		inspectAll(n.Args, f)
		inspectRecord(n.Record, f)
	case *TypeArg:
		inspectType(n.Type, f)
		inspectValue(n.Value, f)
	case *RecordType:
		inspectAll(n.Fields, f)
	default:
		inspectStmt(n, f)
	}
}

func inspectStmt(n Node, f func(Node) bool) {
	switch n := n.(type) {
	case *Stmt:
		inspectValue(n.Value, f)
		inspectAll(n.Mods, f)
	case *Modifier:
		inspectValue(n.Value, f)
		inspectValue(n.By, f)
		inspectAll(n.Tiers, f)
	case *TierGain:
		inspectValue(n.Value, f)
	case *Block:
		inspectAll(n.Stmts, f)
		inspectValue(n.Value, f)
		inspectAll(n.Mods, f)
	case *If:
		inspectExpr(n.Cond, f)
		if n.Then != nil {
			Inspect(n.Then, f)
		}
		inspectValue(n.Else, f)
	case *Loop:
		inspectAll(n.Init, f)
		inspectExpr(n.While, f)
		inspectNumber(n.Max, f)
		inspectAll(n.Stmts, f)
		inspectAll(n.Next, f)
	case *Bind:
		inspectValue(n.Value, f)
	case *Each:
		inspectValue(n.In, f)
		inspectNumber(n.Max, f)
		inspectNumber(n.Parallel, f)
		if n.Body != nil {
			Inspect(n.Body, f)
		}
	case *Choose:
		inspectAll(n.Arms, f)
	case *Arm:
		inspectValue(n.Value, f)
		inspectAll(n.Mods, f)
	case *After:
		inspectAll(n.Calls, f)
	case *Call:
		inspectAll(n.Args, f)
	case *Arg:
		inspectValue(n.Value, f)
	case *List:
		for _, e := range n.Elems {
			inspectValue(e, f)
		}
	case *Record:
		inspectAll(n.Fields, f)
	case *RecordField:
		inspectValue(n.Value, f)
	case *RangeLit:
		inspectNumber(n.Lo, f)
		inspectNumber(n.Hi, f)
	}
}

func inspectAll[T Node](list []T, f func(Node) bool) {
	for _, n := range list {
		Inspect(n, f)
	}
}

func inspectValue(v Value, f func(Node) bool) {
	if v != nil {
		Inspect(v, f)
	}
}

func inspectExpr(e *Expr, f func(Node) bool) {
	if e != nil {
		Inspect(e, f)
	}
}

func inspectNumber(n *NumberLit, f func(Node) bool) {
	if n != nil {
		Inspect(n, f)
	}
}

func inspectType(t *TypeExpr, f func(Node) bool) {
	if t != nil {
		Inspect(t, f)
	}
}

func inspectRecord(r *RecordType, f func(Node) bool) {
	if r != nil {
		Inspect(r, f)
	}
}

func inspectSignature(s *Signature, f func(Node) bool) {
	if s != nil {
		Inspect(s, f)
	}
}
