package op

import (
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
)

// eachKey gives the resource and the key of each item.
func (c *Call) eachKey(b *batch.Batch, use func(i int, resource, key string)) error {
	views := make([]View, len(b.Space.Resources))
	for i, id := range b.IDs {
		code := id.Resource()
		if views[code] == nil {
			v, err := c.View(b.Space.Resources[code])
			if err != nil {
				return err
			}
			views[code] = v
		}
		part, doc := id.Ref()
		use(i, b.Space.Resources[code], views[code].Key(index.Ref{Part: part, Doc: doc}))
	}
	return nil
}
