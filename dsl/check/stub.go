package check

import (
	"sort"

	"riffle.dev/riffle/dsl/ast"
)

// stub is a node a test may break, by the name traces give it.
type stub struct {
	stmt *ast.Stmt   // nil of a nested call
	arms *ast.Choose // of a choose
	off  bool        // may be switched off
}

// stubs are the nodes of a pipeline and of those it calls, once for each
// pipeline. Names of called ones have their call's before them.
func (c *checker) stubs(p *pipe) map[string]*stub {
	if out, ok := c.stubsOf[p]; ok {
		return out
	}
	out := map[string]*stub{}
	c.stubsOf[p] = out // a pipeline that calls itself adds nothing to itself
	ast.Inspect(p.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Stmt:
			if n.Name == nil || n.Name.Text == "" || len(out) > maxNodes {
				break
			}
			switch v := n.Value.(type) {
			case *ast.Choose:
				out[n.Name.Text] = &stub{stmt: n, arms: v}
				for _, a := range v.Arms {
					if a != nil && a.Name != nil {
						out[n.Name.Text+"."+a.Name.Text] = &stub{}
					}
				}
			case *ast.If:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
			case *ast.Loop:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
				turns(out, n.Name.Text, v.Stmts)
			case *ast.Each:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
				if v.Body != nil {
					turns(out, n.Name.Text, v.Body.Stmts)
				}
			case *ast.Call:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
			}
		case *ast.Call:
			call := c.info.Calls[n]
			if call == nil || call.Node == "" || len(out) > maxNodes {
				break
			}
			if out[call.Node] == nil {
				out[call.Node] = &stub{}
			}
			if called := c.pipeFor(call.Pipeline); called != nil && called != p {
				for name, s := range c.stubs(called) {
					if len(out) > maxNodes {
						break
					}
					out[call.Node+"."+name] = s
				}
			}
		}
		return true
	})
	return out
}

// turns are the statements of a body that runs more than once: traces name them
// behind their form.
func turns(out map[string]*stub, form string, stmts []*ast.Stmt) {
	for _, s := range stmts {
		if s != nil && s.Name != nil && len(out) <= maxNodes {
			out[form+"."+s.Name.Text] = &stub{stmt: s, off: mayBeOff(s)}
		}
	}
}

// pipeFor is the pipe of a pipeline, of this project or of one that an imported
// pipeline calls.
func (c *checker) pipeFor(p *Pipeline) *pipe {
	if p == nil {
		return nil
	}
	if own := c.pipes[p.Name]; own != nil && own.out == p {
		return own
	}
	if c.foreign[p] == nil {
		c.foreign[p] = published(p, c.info.FileOf[p.Decl])
	}
	return c.foreign[p]
}

func mayBeOff(s *ast.Stmt) bool {
	for _, m := range s.Mods {
		if m != nil && (m.Word == "optional" || m.Word == "when") {
			return true
		}
	}
	return false
}

func sortedStubs(nodes map[string]*stub) []string {
	out := make([]string, 0, len(nodes))
	for name := range nodes {
		out = append(out, name)
	}
	return sortedNames(out)
}

func sortedNames(names []string) []string {
	sort.Strings(names)
	return names
}
