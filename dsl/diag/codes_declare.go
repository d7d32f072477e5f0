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

// DeclarationCodes are the diagnostics of the checker about services, models,
// resources, experiments, tests and imports.
func DeclarationCodes() []Code {
	return []Code{
		{"E0413", "what answers once is no model",
			service("  return score(a, model: embed(q))  // here"),
			service("  return score(a, model: ctr(user))")},
		{"E0414", "what answers for each item is a model",
			service("  rates = ctr(user)  // here\n  return score(a, rates)"),
			service("  b = with(a, rate: ctr(user))\n  return score(b, rate)")},
		{"E0810", "settings do not go together",
			"resource games {\n  fields { id: key }\n  slots: 4\n  limit: 20/s  // here\n}\n",
			"resource games {\n  fields { id: key }\n  slots: 4\n}\n"},
		{"W0811", "a tier is never reached",
			scene("  return a", "  tier one when k > 3 { weight: 2 }\n  tier two when k > 9 { weight: 3 }  // here"),
			scene("  return a", "  tier two when k > 9 { weight: 3 }\n  tier one when k > 3 { weight: 2 }")},
	}
}
