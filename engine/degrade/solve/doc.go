// Package solve chooses what a request may do for a price. A problem is a graph
// of modules; each module takes exactly one of its variants (off, the positions
// of a knob, the arms of a choice), and every variant has a gain, a time and a
// cost. The best choice maximises
//
//	Σ gain − Σ price[pool] · cost      while the longest path ≤ deadline
//
// and it is exact. Three things couple the modules, each with its own cure:
//
//   - time: the graph is folded by series and parallel steps over a grid of
//     deadlines; where it does not fold, the moment of one vertex is fixed to
//     every step of the grid in turn
//   - rows: what a recall hands on costs at every stage behind it. With the
//     stages' variants fixed, the cost of rows is a concave function of them,
//     that is the least of a few linear ones; taking each of these in turn
//     gives every row a fixed price
//   - needs: a module that reads what another makes takes only what the other
//     allows; the variants of the other are tried in turn
//
// A Hull is the upper concave envelope of (cost, gain) over all choices: a
// mixture of two neighbours of it is the best that a budget can buy.
//
// Invariants: it imports the standard library only, keeps no state between
// calls, and the same problem gives the same answer.
package solve
