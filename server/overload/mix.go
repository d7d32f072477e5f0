package overload

import "math"

// mixes tell a request's own CPU from that of its nodes by two kinds of windows:
// those whose requests had the most to do in nodes, and those whose had the least.
// What a request used lies on a line over what its nodes took by the clock; where
// it meets zero is what it costs outside of them, and how steep it is says what
// part of the clock was CPU. As long as all windows were alike no line is known.
type mixes struct{ rich, poor mix }

// mix is what a request of some windows took in nodes by the clock, and what it
// used in all, in ns; faded averages.
type mix struct {
	nodes, used float64
	at          int // the window it was last seen in
}

const (
	mixApart   = 2.5   // times what the poor take the rich must: of less the line would be that of noise
	mixOld     = 600   // windows: what was not seen in so many says nothing any more
	slopeMost  = 1.5   // CPU by the clock's time: more is used beside the nodes for what they do, such as collecting
	slopeLeast = .05   // less is a mistake
	outside    = 1.5e5 // ns: what a request over HTTP costs at least, while nothing is known
	outsideOf  = .25   // of all it uses, at most
	mixSteady  = 200.  // requests that move an average by half of history
)

// see a window of n requests with such averages.
func (m *mixes) see(window int, n, nodes, used float64) {
	if m.rich.at == 0 {
		m.rich = mix{nodes, used, window}
		m.poor = m.rich
		return
	}
	to := &m.poor
	if math.Abs(math.Log(nodes/m.rich.nodes)) < math.Abs(math.Log(nodes/m.poor.nodes)) || m.rich.nodes == m.poor.nodes && nodes > m.rich.nodes {
		to = &m.rich
	}
	by := max(overheadHistory*n/(n+mixSteady), .02)
	if !m.apart(window) { // the first that is unlike the others is its own kind
		if r := nodes / to.nodes; r > mixApart || r < 1/mixApart {
			by = 1
		}
	}
	to.nodes += by * (nodes - to.nodes)
	to.used += by * (used - to.used)
	to.at = window
	if other := m.other(to); window-other.at > mixOld || m.rich.nodes < m.poor.nodes {
		*other = *to
	}
}

func (m *mixes) other(of *mix) *mix {
	if of == &m.rich {
		return &m.poor
	}
	return &m.rich
}

// apart tells whether the two kinds make a line.
func (m *mixes) apart(window int) bool {
	return m.rich.nodes > mixApart*m.poor.nodes && window-min(m.rich.at, m.poor.at) <= mixOld
}

// line gives what a request uses outside of its nodes, in ns, and what part of
// the nodes' time is CPU. Of windows that are all alike it supposes that a request
// costs little outside of its nodes, and that what was used beyond their times was used
// for what they do: collecting what they leave, or computing with cold caches. What
// leaves nodes out saves that too.
func (m *mixes) line(window int) (each, scale float64) {
	if m.apart(window) {
		scale = (m.rich.used - m.poor.used) / (m.rich.nodes - m.poor.nodes)
		scale = min(max(scale, slopeLeast), slopeMost)
		return max(0, m.poor.used-scale*m.poor.nodes), scale
	}
	is := m.poor
	if m.rich.at > is.at {
		is = m.rich
	}
	each = max(min(outside, outsideOf*is.used), is.used-slopeMost*is.nodes)
	return each, max((is.used-each)/is.nodes, slopeLeast)
}
