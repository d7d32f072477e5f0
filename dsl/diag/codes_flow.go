package diag

// FlowCodes are the diagnostics of the checker about if, loop, each, choose,
// their modifiers, and pipelines that call themselves.
func FlowCodes() []Code {
	choose := func(arms string) string { return project("  b = choose {\n" + arms + "\n  }\n  return b") }
	loop := func(head, next string) string {
		return project("  b = loop " + head + " {\n    next " + next + "\n  }\n  return take(b.set, b.n)")
	}
	again := func(result, lines string) string {
		return "resource games {\n  fields { id: key, n: int }\n}\n\npipeline p(k: int) -> " + result + " {\n  a = top(games, by: n)\n" + lines + "\n}\n"
	}
	return []Code{
		{"E0411", "a pipeline that calls itself says its columns",
			again("items", "  b = if k > 0 { p(k - 1) } else { a }  // here\n  return b"),
			again("items(games)", "  b = if k > 0 { p(k - 1) } else { a }\n  return b")},
		{"E0605", "a loop can't end before the deadline",
			scene("  b = loop set = a, n = 0 while n < 3 max 3 {  // here\n    more = search(games, query: q)  timeout 60ms  fallback []\n    next set = merge([set, more]), n = n + 1\n  }\n  return take(b.set, b.n)", "  deadline: 120ms\n  fallback: none"),
			scene("  b = loop set = a, n = 0 while n < 3 max 3 {\n    more = search(games, query: q)  timeout 30ms  fallback []\n    next set = merge([set, more]), n = n + 1\n  }\n  return take(b.set, b.n)", "  deadline: 120ms\n  fallback: none")},
		{"E0606", "next gives what is no variable of the loop",
			loop("set = a, n = 0 while n < k max 3", "set = take(set, 50), m = n + 1, n = n + 1  // here"),
			loop("set = a, n = 0 while n < k max 3", "set = take(set, 50), n = n + 1")},
		{"E0607", "a variable of a loop goes on as another type",
			loop("set = a, n = 0 while n < k max 3", "set = take(set, 50), n = \"one\"  // here"),
			loop("set = a, n = 0 while n < k max 3", "set = take(set, 50), n = n + 1")},
		{"E0608", "a loop never ends",
			project("  b = loop set = a, n = 0 while k > 3 {  // here\n    next set = take(set, 50), n = n + 1\n  }\n  return take(b.set, b.n)"),
			loop("set = a, n = 0 while n < k", "set = take(set, 50), n = n + 1")},
		{"E0609", "a pipeline calls itself on every way",
			again("items(games)", "  b = p(k - 1)  // here\n  return merge([a, b])"),
			again("items(games)", "  b = if k > 0 { p(k - 1) } else { a }\n  return merge([a, b])")},
		{"E0701", "a choose is not optional",
			project("  b = choose {\n    good: filter(a, installs > 3)  gain 1.0\n    none: a  gain 0.5\n  }  optional  // here\n  return b"),
			choose("    good: filter(a, installs > 3)  gain 1.0\n    none: a  gain 0.5")},
		{"E0703", "an arm has no gain",
			choose("    good: filter(a, installs > 3)  // here\n    none: a  gain 0.5"),
			choose("    good: filter(a, installs > 3)  gain 1.0\n    none: a  gain 0.5")},
		{"E0704", "the last arm must always be possible",
			choose("    good: filter(a, installs > 3)  gain 1.0\n    none: a  gain 0.5  when k > 3  // here"),
			choose("    good: filter(a, installs > 3)  gain 1.0  when k > 3\n    none: a  gain 0.5")},
		{"W0709", "an arm is never worth taking",
			choose("    good: filter(a, installs > 3)  gain 0.5  // here\n    none: a  gain 0.5"),
			choose("    good: filter(a, installs > 3)  gain 1.0\n    none: a  gain 0.5")},
		{"W0714", "a hedge never comes, since the timeout is shorter",
			project("  b = filter(a, installs > 3)  timeout 20ms  hedge 30ms  // here\n  return b"),
			project("  b = filter(a, installs > 3)  timeout 30ms  hedge 10ms\n  return b")},
	}
}
