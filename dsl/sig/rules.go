package sig

import "fmt"

// Rule computes the type of a call from its bound arguments (Func.Result).
// Rules here are shared by the operators: one a shape, not one an operator.
type Rule = func(*Use) (Type, *Problem)

// FieldsOf is the set a source gives: the fields of the resource in argument
// res (kind Resource or Vectors) and, when argument as is given, its score in
// a float column of that name. as may be "".
func FieldsOf(res, as string) Rule {
	return func(u *Use) (Type, *Problem) { return addScore(u, u.Types[res], as) }
}

// NearestResult is FieldsOf for a vector source: the dimension of argument to
// must be the field's.
func NearestResult(res, to, as string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[res]
		if names := u.Names[res]; len(names) == 2 {
			f, _ := t.Field(names[1])
			q := u.Types[to]
			if f.Type.Kind == Vector && q.Kind == Vector && f.Type.Dim > 0 && q.Dim > 0 && f.Type.Dim != q.Dim {
				return t, &Problem{Arg: to, Code: "E0401",
					Message: fmt.Sprintf("%s.%s is %s, this is %s", names[0], names[1], bare(f.Type), bare(q)),
					Help:    "compare vectors of one model"}
			}
		}
		return addScore(u, t, as)
	}
}

// Same is the set of argument set, unchanged.
func Same(set string) Rule {
	return func(u *Use) (Type, *Problem) { return u.Types[set], nil }
}

// WithAs is the set of argument set and, when argument as is given, a float
// column of that name.
func WithAs(set, as string) Rule {
	return func(u *Use) (Type, *Problem) { return addScore(u, u.Types[set], as) }
}

// ScoreResult is WithAs for a transform that ranks by one of two arguments, a
// formula or a model.
func ScoreResult(set, formula, model, as string) Rule {
	return func(u *Use) (Type, *Problem) {
		t, problem := addScore(u, u.Types[set], as)
		_, one := u.Types[formula]
		_, other := u.Types[model]
		switch {
		case problem != nil:
		case one && other:
			problem = &Problem{Arg: model, Code: "E0409", Message: fmt.Sprintf("%s and %s are two ways to say one thing", formula, model),
				Help: "leave one of them out"}
		case !one && !other:
			problem = &Problem{Code: "E0412", Message: fmt.Sprintf("an %s is wanted, or a %s", formula, model),
				Help: fmt.Sprintf("such as 0.5 * _score, or %s: ctr(user)", model)}
		}
		return t, problem
	}
}

// UniteSets unites the list of sets in argument sets (kind Sets).
func UniteSets(sets string) Rule {
	return func(u *Use) (Type, *Problem) {
		list := u.Lists[sets]
		if len(list) == 0 {
			return Type{Kind: Items}, nil
		}
		t, clash := Unite(list)
		if clash == "" {
			return t, nil
		}
		return t, &Problem{Arg: sets, Code: "E0402", Message: clashMessage(list, clash),
			Help: fmt.Sprintf("rename one with `with` and leave the other out with `select`, or give %s one type", clash)}
	}
}

// UniteTwo unites the sets of two arguments, as backfill and blend do.
func UniteTwo(a, b string) Rule {
	return func(u *Use) (Type, *Problem) {
		t, clash := Unite([]Type{u.Types[a], u.Types[b]})
		if clash == "" {
			return t, nil
		}
		return t, &Problem{Arg: b, Code: "E0402", Message: clashMessage([]Type{u.Types[a], u.Types[b]}, clash)}
	}
}

// AddBindings is the set of argument set with the columns that argument
// bindings (kind Bindings) adds or replaces.
func AddBindings(set, bindings string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[set]
		for _, name := range u.Names[bindings] {
			t = addColumn(t, Field{Name: name, Type: u.Bound[name]})
		}
		return t, nil
	}
}

// SelectColumns is the set of argument set with only the columns named in
// argument columns (kind Columns), in that order.
func SelectColumns(set, columns string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[set]
		out := Type{Kind: Items, Nullable: t.Nullable}
		for _, name := range u.Names[columns] {
			f, ok := t.Field(name)
			if !ok || isEngineColumn(name) {
				continue // unknown names are the checker's to report; the engine's columns stay anyway
			}
			if _, twice := out.Field(name); !twice {
				out.Fields = append(out.Fields, f)
			}
		}
		return out, nil
	}
}

// Joined is the set of argument set with a column that holds the record of
// argument res, or nil.
func Joined(set, res, as string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[set]
		if len(u.Names[as]) == 0 {
			return t, nil
		}
		name := u.Names[as][0]
		if f, ok := t.Field(name); ok {
			return t, &Problem{Arg: as, Code: "E0402", Message: fmt.Sprintf("%s is already a column, of type %s", name, f.Type), Help: "give what is joined another name"}
		}
		other := u.Types[res]
		return addColumn(t, Field{Name: name, Type: Type{Kind: Record, Nullable: true, Fields: other.Fields, Name: other.Name}}), nil
	}
}

// ShapeOf is the set a source gives that brings its own documents: the fields
// of the type in argument shape. The first is the key of the items.
func ShapeOf(shape string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[shape]
		if t.Kind != Items {
			return t, nil
		}
		if len(t.Fields) == 0 || t.Fields[0].Type.Kind != String || t.Fields[0].Type.Nullable {
			return t, &Problem{Arg: shape, Code: "E0401", Message: fmt.Sprintf("the first field of %s is the key of its items, and so a keyword", t.Name),
				Help: "such as type Card { id: keyword, title: string }"}
		}
		fields := append([]Field(nil), t.Fields...)
		for i := range fields {
			fields[i].Type.Bounds = nil
		}
		fields[0].Indexed = "key"
		t.Fields = fields
		return t, nil
	}
}

// GroupsOf is a list of records: the columns of argument by, then what argument
// groups (kind Groups) computes.
func GroupsOf(set, by, groups string) Rule {
	return func(u *Use) (Type, *Problem) {
		rec := Type{Kind: Record}
		for _, name := range u.Names[by] {
			f, ok := u.Types[set].Field(name)
			if ok {
				f.Type.Bounds = nil
				rec.Fields = append(rec.Fields, Field{Name: name, Type: f.Type})
			}
		}
		for _, name := range u.Names[groups] {
			if _, twice := rec.Field(name); twice {
				return Type{Kind: List, Elem: &rec}, &Problem{Arg: name, Code: "E0302", Message: fmt.Sprintf("%s is what the groups are made by", name),
					Help: "give what is computed another name"}
			}
			rec.Fields = append(rec.Fields, Field{Name: name, Type: u.Bound[name]})
		}
		return Type{Kind: List, Elem: &rec}, nil
	}
}

// LookupResult is a record or nil for argument key, a set for argument keys.
func LookupResult(res, key, keys string) Rule {
	return func(u *Use) (Type, *Problem) {
		t := u.Types[res]
		_, one := u.Types[key]
		_, many := u.Types[keys]
		switch {
		case one == many:
			return Type{}, &Problem{Code: "E0412", Message: fmt.Sprintf("lookup wants one of %s and %s", key, keys),
				Help: fmt.Sprintf("write %s: user.id for one record, %s: ids for a set", key, keys)}
		case many:
			return t, nil
		}
		return Type{Kind: Record, Nullable: true, Fields: t.Fields, Name: t.Name}, nil
	}
}

func addScore(u *Use, t Type, as string) (Type, *Problem) {
	if as == "" || len(u.Names[as]) == 0 {
		return t, nil
	}
	name := u.Names[as][0]
	if f, ok := t.Field(name); ok && f.Type.Kind != Float {
		return t, &Problem{Arg: as, Code: "E0402",
			Message: fmt.Sprintf("%s is already a column of type %s, a score is float", name, f.Type),
			Help:    "give the score another name"}
	}
	return addColumn(t, Field{Name: name, Type: Type{Kind: Float}}), nil
}

// addColumn returns t with column f added or replaced; t's fields are not touched.
func addColumn(t Type, f Field) Type {
	fields := make([]Field, 0, len(t.Fields)+1)
	done := false
	for _, have := range t.Fields {
		if have.Name == f.Name {
			have, done = f, true
		}
		fields = append(fields, have)
	}
	if !done {
		fields = append(fields, f)
	}
	t.Fields = fields
	t.Name = ""
	return t
}

func isEngineColumn(name string) bool {
	for _, f := range engineColumns {
		if f.Name == name {
			return true
		}
	}
	return false
}

// clashMessage says which two sets give the column which two types.
func clashMessage(sets []Type, column string) string {
	var first Type
	at := -1
	for i, s := range sets {
		f, ok := s.Field(column)
		if !ok {
			continue
		}
		if at < 0 {
			first, at = f.Type, i
			continue
		}
		if _, fits := Common(first, f.Type); !fits {
			return fmt.Sprintf("%s is %s in set %d, %s in set %d", column, first, at+1, f.Type, i+1)
		}
	}
	return fmt.Sprintf("%s has two types in these sets", column)
}

// bare is t without its question mark, for messages about the kind.
func bare(t Type) Type { t.Nullable = false; return t }
