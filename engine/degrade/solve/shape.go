package solve

import (
	"fmt"
	"slices"
)

// shape is how a graph folds to one function of the deadline. It depends on the
// edges alone, so it is made once for all prices.
//
// A module is an edge between two moments. Two edges in a row are a series (the
// best split of the time), two between the same moments are parallel (the sum
// of what each is worth in that time). Where nothing folds, a moment is fixed
// to each step of the grid in turn, which makes its edges hang on the start and
// the end.
type shape struct {
	ops   []op
	first []int // op index where the fold after each fixed moment begins
	leaf  []int // by module: its op
}

type opKind uint8

const (
	opLeaf   opKind = iota // value of module a by time
	opZero                 // an edge without a module
	opAdd                  // a and b side by side
	opSeries               // a, then b
	opAfter                // a begins at fixed moment b
	opBefore               // a ends at fixed moment b
)

type op struct {
	kind opKind
	a, b int
}

type edge struct{ from, to, op int }

const (
	theStart = 0
	theEnd   = 1
)

// fold finds the shape of a graph.
func fold(modules []Module) (*shape, error) {
	s := &shape{leaf: make([]int, len(modules))}
	edges := s.edges(modules)
	for {
		edges = s.reduce(edges)
		if len(edges) == 1 {
			return s, nil
		}
		if len(s.first) == MaxFixed {
			return nil, fmt.Errorf("the graph is too entangled: after fixing %d moments %d edges are left", MaxFixed, len(edges))
		}
		edges = s.fix(edges)
	}
}

func (s *shape) add(o op) int {
	s.ops = append(s.ops, o)
	return len(s.ops) - 1
}

// edges of the modules between moments: each has a beginning and an end, and a
// wait, an edge without a module, leads from the end of what it reads to its
// beginning. Moments that a wait makes the same are then made one.
func (s *shape) edges(modules []Module) []edge {
	const first = theEnd + 1
	begin, end := func(m int) int { return first + 2*m }, func(m int) int { return first + 2*m + 1 }
	var out []edge
	read := make([]bool, len(modules))
	for i := range modules {
		s.leaf[i] = s.add(op{kind: opLeaf, a: i})
		out = append(out, edge{begin(i), end(i), s.leaf[i]})
		for _, u := range direct(modules, i) {
			read[u] = true
			out = append(out, edge{end(u), begin(i), wait})
		}
		if len(modules[i].Inputs) == 0 {
			out = append(out, edge{theStart, begin(i), wait})
		}
	}
	for i := range modules {
		if !read[i] {
			out = append(out, edge{end(i), theEnd, wait})
		}
	}
	out = contract(out)
	for i := range out {
		if out[i].op == wait {
			out[i].op = s.add(op{kind: opZero})
		}
	}
	return out
}

const wait = -1

// contract each wait that is all that leads to a moment, or all that leaves one.
func contract(edges []edge) []edge {
	for i := 0; i < len(edges); i++ {
		e := edges[i]
		if e.op != wait {
			continue
		}
		in, out := 0, 0
		for _, o := range edges {
			if o.to == e.to {
				in++
			}
			if o.from == e.from {
				out++
			}
		}
		gone, kept := e.to, e.from
		switch {
		case in == 1 && e.to != theEnd:
		case out == 1 && e.from != theStart:
			gone, kept = e.from, e.to
		default:
			continue
		}
		edges = slices.Delete(edges, i, i+1)
		for j := range edges {
			if edges[j].from == gone {
				edges[j].from = kept
			}
			if edges[j].to == gone {
				edges[j].to = kept
			}
		}
		i = -1
	}
	return edges
}

// direct inputs of a module: those that it does not have to wait for anyway,
// because another input waits for them.
func direct(modules []Module, m int) []int {
	behind := make([]bool, len(modules)) // is before some input
	for i := m - 1; i >= 0; i-- {
		if behind[i] || slices.Contains(modules[m].Inputs, i) {
			for _, u := range modules[i].Inputs {
				behind[u] = true
			}
		}
	}
	in := uniq(modules[m].Inputs)
	return slices.DeleteFunc(in, func(u int) bool { return behind[u] })
}

// reduce by series and parallel steps as far as they go.
func (s *shape) reduce(edges []edge) []edge {
	for again := true; again; {
		again = false
		for i := 0; i < len(edges); i++ {
			for j := i + 1; j < len(edges); j++ {
				if edges[i].from == edges[j].from && edges[i].to == edges[j].to {
					edges[i].op = s.add(op{opAdd, edges[i].op, edges[j].op})
					edges = slices.Delete(edges, j, j+1)
					again, j = true, j-1
				}
			}
		}
		in, out := map[int][]int{}, map[int][]int{}
		for i, e := range edges {
			in[e.to], out[e.from] = append(in[e.to], i), append(out[e.from], i)
		}
		for _, e := range edges {
			v := e.to
			if v == theEnd || len(in[v]) != 1 || len(out[v]) != 1 {
				continue
			}
			a, b := in[v][0], out[v][0]
			edges[a] = edge{edges[a].from, edges[b].to, s.add(op{opSeries, edges[a].op, edges[b].op})}
			edges = slices.Delete(edges, b, b+1)
			again = true
			break
		}
	}
	return edges
}

// fix the moment after which most folds.
func (s *shape) fix(edges []edge) []edge {
	level := len(s.first)
	s.first = append(s.first, len(s.ops))
	best, least := -1, 0
	for _, e := range edges {
		v := e.to
		if v == theEnd || v == best {
			continue
		}
		trial := &shape{ops: slices.Clone(s.ops)}
		if n := len(trial.reduce(trial.hang(slices.Clone(edges), v, level))); best < 0 || n < least {
			best, least = v, n
		}
	}
	return s.hang(edges, best, level)
}

// hang the edges of a moment on the start and the end.
func (s *shape) hang(edges []edge, at, level int) []edge {
	for i, e := range edges {
		switch at {
		case e.to:
			edges[i] = edge{e.from, theEnd, s.add(op{opBefore, e.op, level})}
		case e.from:
			edges[i] = edge{theStart, e.to, s.add(op{opAfter, e.op, level})}
		}
	}
	return edges
}

func uniq(of []int) []int {
	out := slices.Clone(of)
	slices.Sort(out)
	return slices.Compact(out)
}
