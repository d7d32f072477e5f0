package trace

import "sync"

// Pool hands out records, and takes back those that nobody kept, so that the
// record of a common request costs no allocation. The zero value is ready; safe
// for any number of goroutines.
type Pool struct{ free sync.Pool }

// maxPooled is how many spans a record may have room for to be used again.
const maxPooled = 512

// Get an empty record; its Nodes have the room of an earlier one.
func (p *Pool) Get() *Record {
	if r, ok := p.free.Get().(*Record); ok {
		return r
	}
	return &Record{}
}

// Put a record back that nobody looks at any more.
func (p *Pool) Put(r *Record) {
	if cap(r.Nodes) > maxPooled {
		return
	}
	clear(r.Nodes)
	*r = Record{Nodes: r.Nodes[:0]}
	p.free.Put(r)
}
