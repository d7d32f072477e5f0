package diag

// project is a small project whose pipeline holds the given lines; its set a
// has the fields of games. The line that is wrong ends with // here.
func project(lines string) string {
	return `resource games {
  fields {
    id: key, title: text, genre: keyword, installs: int, price: float?
    released: time, taste: vector(4), tags: list(keyword)
  }
}

resource players {
  fields { id: key, taste: vector(4) }
}

type User { id: keyword, region: keyword, seen: list(keyword) }

pipeline p(user: User, q: string, k: int(1..100) = 20, order: keyword("new", "hot") = "hot") -> items {
  a = top(games, by: installs, k: 100)
` + lines + `
}
`
}

// scene is project with a scene behind it.
func scene(lines, settings string) string {
	return project(lines) + `
scene home {
  pipeline: p
` + settings + `
}
`
}

// CheckCodes are the diagnostics of the checker: names, types, nil, cycles.
// E0902, of limits, is declared with the syntax.
func CheckCodes() []Code {
	return append([]Code{
		{"E0301", "a name is unknown",
			project("  b = serch(games, query: q)  // here\n  return b"),
			project("  b = search(games, query: q)\n  return merge([a, b])")},
		{"E0302", "a name is given twice",
			project("  b = take(a, 3)\n  b = take(a, 4)  // here\n  return b"),
			project("  b = take(a, 4)\n  return b")},
		{"E0303", "names that begin with _ belong to the engine",
			project("  _b = take(a, 3)  // here\n  return _b"),
			project("  b = take(a, 3)\n  return b")},
		{"E0304", "a bare name is a column and a name of the pipeline",
			project("  genre = \"rpg\"\n  return filter(a, genre == \"rpg\" and genre != q)  // here"),
			project("  wanted = \"rpg\"\n  return filter(a, genre == wanted)")},
		{"E0305", "item stands only before a column's name",
			project("  return filter(a, item == \"rpg\")  // here"),
			project("  return filter(a, item.genre == \"rpg\")")},
		{"W0306", "a statement is never used",
			project("  b = take(a, 3)  // here\n  return a"),
			project("  b = take(a, 3)\n  return b")},
		{"E0307", "no scene that serves the pipeline has the tier",
			scene("  b = filter(a, installs > 3)  optional  gain 0.3 { vip: 0.9 }  // here\n  return b", "  tier new when user.id == \"\" { weight: 2 }"),
			scene("  b = filter(a, installs > 3)  optional  gain 0.3 { new: 0.9 }\n  return b", "  tier new when user.id == \"\" { weight: 2 }")},
		{"E0308", "an argument is unknown",
			project("  b = search(games, query: q, limit: 9)  // here\n  return merge([a, b])"),
			project("  b = search(games, query: q, k: 9)\n  return merge([a, b])")},
		{"E0309", "a setting is unknown",
			"resource games {\n  fields { id: key }\n  slotz: 8  // here\n}\n",
			"resource games {\n  fields { id: key }\n  slots: 8\n}\n"},
		{"E0310", "no function of expressions",
			project("  return score(a, log2p(installs))  // here"),
			project("  return score(a, log1p(installs))")},
		{"E0311", "a set can't be read for each item",
			project("  b = take(a, 3)\n  return filter(a, installs > b)  // here"),
			project("  return filter(a, installs > k)")},
		{"E0312", "a name is another kind of thing than wanted",
			project("  b = take(games, 3)  // here\n  return merge([a, b])"),
			project("  b = take(a, 3)\n  return b")},

		{"E0401", "types do not fit each other",
			project("  return filter(a, genre == 3)  // here"),
			project("  return filter(a, genre == \"rpg\")")},
		{"E0402", "a column has two types in sets that are united",
			project("  b = with(a, genre: 3)\n  return merge([a, b])  // here"),
			project("  b = with(a, rank: 3)\n  return merge([a, b])")},
		{"E0403", "a type is written wrong",
			"type T { a: vector }  // here\n", "type T { a: vector(100) }\n"},
		{"E0404", "a duration is wanted",
			project("  b = take(a, 3)  timeout 30  // here\n  return b"),
			project("  b = take(a, 3)  timeout 30ms\n  return b")},
		{"E0405", "a word or number is none of those allowed",
			project("  return sort(a, by: installs, order: descending)  // here"),
			project("  return sort(a, by: installs, order: desc)")},
		{"E0406", "a fallback has another type",
			project("  b = filter(a, installs > 3)  fallback 3  // here\n  return b"),
			project("  b = filter(a, installs > 3)  fallback a\n  return b")},
		{"E0407", "what waits or fails can't stand inside an expression",
			project("  n = len(take(a, 3)) + 1  // here\n  return take(a, n)"),
			project("  me = lookup(players, key: user.id)\n  b = nearest(games.taste, to: me.taste)\n  return merge([a, b])")},
		{"E0408", "too many arguments",
			project("  return take(a, 3, 4)  // here"),
			project("  return take(a, 3)")},
		{"E0409", "an argument is given twice",
			project("  return sort(a, by: installs, by: price)  // here"),
			project("  return sort(a, by: installs)")},
		{"E0410", "a pipeline returns something else than it declares",
			project("  return { items: a }  // here"),
			project("  return a")},
		{"E0412", "an argument is missing",
			project("  return sort(a)  // here"),
			project("  return sort(a, by: installs)")},
		{"E0415", "the pattern of matches is wrong",
			project("  return filter(a, title matches \"(\")  // here"),
			project("  return filter(a, title matches \"^Space\")")},
		{"E0418", "a thing without fields is asked for one",
			project("  n = a.installs  // here\n  return take(a, n)"),
			project("  n = len(user.id)\n  return take(a, n)")},
		{"E0419", "division by zero",
			project("  return score(a, installs / 0)  // here"),
			project("  return score(a, installs / 10)")},

		{"E0501", "a column is not there",
			project("  return score(a, 0.5 * click)  // here"),
			project("  b = with(a, click: 0.1)\n  return score(b, 0.5 * click)")},
		{"E0502", "a record has no such field",
			project("  return filter(a, genre == user.regoin)  // here"),
			project("  return filter(a, genre == user.region)")},
		{"E0503", "something may be nil where it is computed with",
			project("  return score(a, 0.5 * price)  // here"),
			project("  return score(a, 0.5 * (price ?? 0))")},
		{"W0504", "the left side of ?? is never nil",
			project("  return score(a, installs ?? 0)  // here"),
			project("  return score(a, price ?? 0)")},
		{"W0505", "something that is never nil is compared with nil",
			project("  return filter(a, installs == nil)  // here"),
			project("  return filter(a, price == nil)")},

		{"E0601", "a name needs itself",
			project("  b = filter(c, installs > 3)  // here\n  c = filter(b, installs > 4)\n  return c"),
			project("  b = filter(a, installs > 3)\n  c = filter(b, installs > 4)\n  return c")},
		{"E0603", "a fallback needs what it replaces",
			project("  b = filter(a, installs > 3)  fallback take(b, 3)  // here\n  return b"),
			project("  b = filter(a, installs > 3)  fallback take(a, 3)\n  return b")},
		{"W0604", "declared timeouts add up to more than the deadline",
			scene("  b = filter(a, installs > 3)  timeout 80ms  fallback a\n  c = filter(b, installs > 4)  timeout 50ms  fallback b\n  return c", "  deadline: 120ms  // here\n  fallback: none"),
			scene("  b = filter(a, installs > 3)  timeout 60ms  fallback a\n  c = filter(b, installs > 4)  timeout 50ms  fallback b\n  return c", "  deadline: 120ms\n  fallback: none")},

		{"E0702", "gain wants a number of at least 0",
			project("  b = take(a, 3)  gain -0.5  // here\n  return b"),
			project("  b = take(a, 3)  gain 0.5\n  return b")},
		{"E0705", "an argument takes no range",
			project("  return diversify(a, by: genre, max: 2..3)  // here"),
			project("  return diversify(a, by: genre, max: 2)")},
		{"E0706", "the low end is above the high end",
			project("  return take(a, 90..30)  // here"),
			project("  return take(a, 30..90)")},
		{"W0707", "a gain has two ends and the node no knob",
			project("  b = take(a, 3)  gain 0.3..0.5  // here\n  return b"),
			project("  b = take(a, 3..5)  gain 0.3..0.5\n  return b")},
		{"E0708", "a modifier or a value has no place here",
			project("  n = k + 1  timeout 3ms  // here\n  return take(a, n)"),
			project("  n = k + 1\n  return take(a, n)")},
		{"W0710", "a transform keeps more than ever comes in",
			project("  return score(a, installs, keep: 300)  // here"),
			project("  return score(a, installs, keep: 30)")},
		{"W0711", "a node that may be missed is required, and nothing answers for it",
			scene("  me = lookup(players, key: user.id)  // here\n  b = nearest(games.taste, to: me.taste)\n  return merge([a, b])", "  deadline: 120ms"),
			scene("  me = lookup(players, key: user.id)  fallback nil\n  b = nearest(games.taste, to: me.taste)\n  return merge([a, b])", "  deadline: 120ms")},
		{"E0712", "the ends of a knob are whole numbers",
			project("  return take(a, 1.5..3.5)  // here"),
			project("  return take(a, 2..4)")},

		{"E0801", "a resource has one key",
			"resource games {  // here\n  fields { title: text }\n}\n",
			"resource games {\n  fields { id: key, title: text }\n}\n"},
		{"E0802", "a scene names no pipeline",
			"scene home {  // here\n  deadline: 100ms\n}\n",
			scene("  return a", "  deadline: 100ms")},
		{"E0803", "the fallback wants what the pipeline does not have",
			scene("  return a", "  fallback: f  // here") + "\npipeline f(lang: keyword) -> items {\n  b = top(games, by: installs)\n  return filter(b, genre == lang)\n}\n",
			scene("  return a", "  fallback: f") + "\npipeline f(q: string) -> items {\n  b = top(games, by: installs)\n  return filter(b, genre == q)\n}\n"},
		{"E0804", "a constant is outside the bounds",
			"pipeline p(a: items, k: int(1..50) = 90) -> items {  // here\n  return take(a, k)\n}\n",
			"pipeline p(a: items, k: int(1..50) = 20) -> items {\n  return take(a, k)\n}\n"},
		{"E0806", "a function or service does not say where its answers come from",
			"function glove(text: string) -> vector(100) {  // here\n}\n",
			"function glove(text: string) -> vector(100) { words: \"vectors/glove100\" }\n"},
		{"E0807", "a scene serves items from what a request brings",
			"resource games {\n  fields { id: key, n: int }\n}\n\npipeline p(a: items(games)) -> items {\n  return take(a, 3)\n}\n\nscene home {\n  pipeline: p  // here\n}\n",
			scene("  return a", "  deadline: 100ms")},
		{"E0808", "the reserve leaves nothing of the deadline",
			scene("  return a", "  deadline: 100ms\n  reserve: 100ms  // here"),
			scene("  return a", "  deadline: 100ms\n  reserve: 20ms")},
		{"W0809", "slow is above the deadline",
			scene("  return a", "  deadline: 100ms\n  slow: 200ms  // here"),
			scene("  return a", "  deadline: 100ms\n  slow: 80ms")},

		{"E0901", "the language has it, this version does not run it yet",
			project("  pairs = each one in user.seen max 3 { { found: filter(a, id == one), n: 1 } }  // here\n  return take(a, count(pairs))"),
			project("  sets = each one in user.seen max 3 { filter(a, id == one) }\n  return merge(sets)")},
		{"W0901", "a declaration is checked and kept, and does not run in this version",
			"function tidy(q: string) -> string {\n  file: \"functions/tidy.py\"  // here\n}\n",
			"function tidy(q: string) -> string {\n  file: \"functions/tidy.star\"\n}\n"},
		{"H0901", "a setting is kept but has no effect in this version",
			"resource games {\n  fields { id: key }\n  replicas: 2..6  // here\n}\n",
			"resource games {\n  fields { id: key }\n  slots: 64\n}\n"},
		{"E0903", "a text looks like a secret",
			"resource games {\n  fields { id: key, token: keyword = \"none\" }\n}\n\nservice ctr(q: string) -> float {\n  url:  \"http://127.0.0.1:9101\"\n  auth: \"correct horse\"  // here\n}\n",
			project("  return a")},
	}, append(FlowCodes(), DeclarationCodes()...)...)
}
