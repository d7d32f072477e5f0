package diag

// service is project with a service behind it: one called for each item, one
// called once.
func service(lines string) string {
	return project(lines) + `
service ctr(user: User, item: { genre: keyword, installs: int }) -> float {
  endpoints: ["http://127.0.0.1:9101"]
}

service embed(text: string) -> vector(4) { url: "http://127.0.0.1:9102" }
`
}

// experiment is project with a scene and an experiment behind it.
func experiment(lines, mark string) string {
	return scene("  return a", "  deadline: 100ms") + `
experiment longer on home by user.id {` + mark + "\n" + lines + "\n}\n"
}

// DeclarationCodes are the diagnostics of the checker about services, models,
// resources, experiments, tests and imports.
func DeclarationCodes() []Code {
	return []Code{
		{"H0306", "a declaration is never used",
			project("  return a") + "\ntype Card { id: keyword }  // here\n",
			project("  return with(a, said: user)")},
		{"E0413", "what answers once is no model",
			service("  return score(a, model: embed(q))  // here"),
			service("  b = nearest(games.taste, to: embed(q))\n  return score(merge([a, b]), model: ctr(user))")},
		{"E0414", "what answers for each item is a model",
			service("  rates = ctr(user)  // here\n  return score(a, rates)"),
			service("  b = with(a, rate: ctr(user))\n  c = nearest(games.taste, to: embed(q))\n  return merge([score(b, rate), c])")},
		{"E0416", "the key of items can't be replaced",
			project("  return with(a, id: genre)  // here"),
			project("  return with(a, maker: genre)")},
		{"E0805", "the arms of an experiment make 100 %",
			experiment("  arm control 80%\n  arm longer 10% { k: 30 }", "  // here"),
			experiment("  arm control 90%\n  arm longer 10% { k: 30 }", "")},
		{"E0810", "settings do not go together",
			"resource games {\n  fields { id: key }\n  slots: 4\n  limit: 20/s  // here\n}\n",
			"resource games {\n  fields { id: key }\n  slots: 4\n}\n"},
		{"W0811", "a tier is never reached",
			scene("  return a", "  tier one when k > 3 { weight: 2 }\n  tier two when k > 9 { weight: 3 }  // here"),
			scene("  return a", "  tier two when k > 9 { weight: 3 }\n  tier one when k > 3 { weight: 2 }")},
		{"E0812", "experiments in different layers set the same parameter",
			experiment("  layer: one\n  arm a 100% { k: 30 }", "") + "\nexperiment other on home by user.id {  // here\n  layer: two\n  arm a 100% { k: 40 }\n}\n",
			experiment("  layer: one\n  arm a 100% { k: 30 }", "") + "\nexperiment other on home by user.id {\n  layer: two\n  arm a 100% { order: \"new\" }\n}\n"},
		{"W0814", "a scene says how limits count, and has none",
			scene("  return a", "  count: cost  // here"),
			scene("  return a", "  limit: 200/s\n  count: cost")},
		{"E0813", "a store does not answer what it is asked",
			onStore("top(tickets, by: urgent * 2)  // here"), onStore("top(tickets, by: urgent)")},
	}
}

// onStore is a source of a resource on a team's own store.
func onStore(source string) string {
	return "resource tickets {\n  fields { id: key, urgent: int }\n  store: opensearch(\"http://127.0.0.1:9200\")\n}\n\npipeline p() -> items {\n  return " + source + "\n}\n"
}
