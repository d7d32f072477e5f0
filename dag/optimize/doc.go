// Package optimize makes a graph into one that answers the same for less. It is
// a pure function: the graph it is given stays as it is.
//
//	as written ──► fold ──► share ──► … ──► prune ──► late ──► what runs
//
// The rules stand in one list, Rules, and are applied in its order; each has a
// file, a golden in testdata, and can be left out by name. Graph begins with
// every source reading all its columns, for that is what the text says.
//
// Invariants, which engine/enginetest holds over random programs:
//
//   - Nodes keep their place: as many as before, with the same IDs and names, the
//     same who-runs-when (Node.Lazy). What a request, a plan or a drill calls by
//     name is there, and outcomes and traces name what the text names.
//   - A node waits for what it waited for. It may wait for one more: the node
//     whose answer it shares.
//   - The answer is equal, and so is every outcome. Counts of candidates are those
//     of what ran: a source that was asked for fewer says so. Who
//     asks of an item why it is where it is, or where it was lost, is answered by
//     the graph as written, where a rule that Hides changed it.
//
// There is no rule for slots: a source asks one view of its resource, whatever
// the slots behind it; who routes is not in the graph. Nor do filters pass
// merges, joins or scores: the counts at those would be of another order than
// the text's.
//
// It imports dag, dsl/sig and internal/column.
package optimize
