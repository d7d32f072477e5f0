package check

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// Check names and types a whole project. It reports everything it finds, in
// order of file and place, and never panics on what the parser gave. The
// catalogue is only read.
func Check(files []*ast.File, cat sig.Catalogue) (*Info, diag.List) {
	return CheckWith(files, Options{Catalogue: cat})
}

// CheckWith is Check where other projects' published things may be imported.
func CheckWith(files []*ast.File, o Options) (*Info, diag.List) {
	c := &checker{
		cat:       o.Catalogue,
		published: o.Published,

		decls: map[string]declared{},
		pipes: map[string]*pipe{},
		info: &Info{
			Files:     files,
			Types:     map[string]sig.Type{},
			Resources: map[string]*Resource{},
			Functions: map[string]*Function{},
			Services:  map[string]*Service{},
			Imports:   map[string]*Import{},
			Pipelines: map[string]*Pipeline{},
			Scenes:    map[string]*Scene{},
			Values:    map[ast.Value]sig.Type{},
			Calls:     map[*ast.Call]*Call{},
			Exprs:     map[*ast.Expr]*Expr{},
			FileOf:    map[ast.Decl]*ast.File{},
			Islands:   map[ast.Value]*ast.Expr{},
			Flow:      newFlow(),

			Experiments: map[string]*Experiment{},
		},
		nearBudget: maxNear,
		listed:     map[string][]string{},
		pipeOf:     map[*ast.Pipeline]*pipe{},
		titles:     map[string]bool{},
		outcomeOf:  map[*pipe]sig.Type{},

		foreign: map[*Pipeline]*pipe{},
		stubsOf: map[*pipe]map[string]*stub{},
		opening: map[string]bool{},
		perFile: map[string]int{},
		hints:   map[string]int{},
	}
	c.declare()
	c.imports()
	c.eachDecl(func(d ast.Decl) {
		if t, ok := d.(*ast.Type); ok {
			c.declaredType(t)
		}
	})
	c.eachDecl(func(d ast.Decl) {
		if r, ok := d.(*ast.Resource); ok {
			c.resource(r)
		}
	})
	c.eachDecl(func(d ast.Decl) {
		switch d := d.(type) {
		case *ast.Function:
			c.function(d)
		case *ast.Service:
			c.service(d)
		}
	})
	c.derived()
	c.eachDecl(func(d ast.Decl) {
		if p, ok := d.(*ast.Pipeline); ok {
			c.signature(p)
		}
	})
	c.rings()
	c.eachDecl(func(d ast.Decl) {
		switch d := d.(type) {
		case *ast.Pipeline:
			if p := c.pipeOf[d]; p != nil {
				c.pipeline(p)
			}
		}
	})
	c.endlessCalls()
	c.eachDecl(func(d ast.Decl) {
		if s, ok := d.(*ast.Scene); ok {
			c.scene(s)
		}
	})
	c.eachDecl(func(d ast.Decl) {
		switch d := d.(type) {
		case *ast.Experiment:
			c.experiment(d)
		case *ast.Test:
			c.test(d)
		}
	})
	c.layers()
	c.measured()
	c.unusedDecls()
	c.tierGains()
	return c.info, c.diags.Sort()
}

// checker is the state of one Check.
type checker struct {
	cat    sig.Catalogue
	info   *Info
	diags  diag.List
	file   *ast.File // of the declaration at hand
	decls  map[string]declared
	pipes  map[string]*pipe // by name, first one given
	pipeOf map[*ast.Pipeline]*pipe
	gains  []tierGain // to be checked once the scenes are known

	deriving  []deriving                 // resources whose derived fields are not typed yet
	titles    map[string]bool            // of tests
	stubsOf   map[*pipe]map[string]*stub // what tests may break
	outcomeOf map[*pipe]sig.Type         // the record of the outcomes of a pipeline's nodes

	published Resolver
	foreign   map[*Pipeline]*pipe // called by imported pipelines

	uses       []*sig.Use // of calls that are done
	typers     []*typer   // of islands that are done
	listed     map[string][]string
	opening    map[string]bool // types being resolved
	holding    []string        // the same, outermost first
	depth      int             // pipelines being typed, one calling the next
	nearBudget int
	perFile    map[string]int // findings
	hints      map[string]int
	columned   int  // columns of all sets so far
	again      int  // nodes typed again, in loops
	gaveUp     bool // too many of them, reported
	lost       int  // findings after which what is used is not known
}

// eachDecl visits every declaration with its file at hand.
func (c *checker) eachDecl(visit func(ast.Decl)) {
	for _, f := range c.info.Files {
		if f == nil {
			continue
		}
		c.file = f
		for _, d := range f.Decls {
			if d != nil {
				visit(d)
			}
		}
	}
}
