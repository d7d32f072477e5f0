package degrade

import "fmt"

func (c *Controller) Debug() string {
	p := c.local
	return fmt.Sprintf("busy %.3f rate %.2f K %.2f under %.3f", p.busy, p.rate, p.capacity, float64(p.underWay.Load())*1e-9)
}
