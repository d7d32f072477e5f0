package check

import exprast "github.com/expr-lang/expr/ast"

// maxFew is how many facts are looked through one by one.
const maxFew = 12

// byNode holds facts of the nodes of one island. Most islands have one or two
// nodes, so a map is made only when there are many.
type byNode[T any] struct {
	few  []nodeFact[T]
	many map[exprast.Node]T
}

type nodeFact[T any] struct {
	node exprast.Node
	fact T
}

// put sets the fact of a node, in the place of one it had.
func (m *byNode[T]) put(n exprast.Node, fact T) {
	if m.many != nil {
		m.many[n] = fact
		return
	}
	for i := range m.few {
		if m.few[i].node == n {
			m.few[i].fact = fact
			return
		}
	}
	if len(m.few) < maxFew {
		m.few = append(m.few, nodeFact[T]{n, fact})
		return
	}
	m.many = make(map[exprast.Node]T, 2*maxFew)
	for _, f := range m.few {
		m.many[f.node] = f.fact
	}
	m.many[n], m.few = fact, nil
}

func (m *byNode[T]) get(n exprast.Node) (T, bool) {
	if m.many != nil {
		fact, ok := m.many[n]
		return fact, ok
	}
	for i := range m.few {
		if m.few[i].node == n {
			return m.few[i].fact, true
		}
	}
	var none T
	return none, false
}
