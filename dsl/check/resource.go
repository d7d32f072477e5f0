package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

const defaultSlots = 16

var resourceSettings = []setting{
	{name: "slots", kind: intSetting, lo: 1, hi: maxSlots},
	{name: "slices", kind: formSetting, lo: 1, hi: maxSlots, calls: []string{"auto"}, inert: true},
	{name: "replicas", kind: countsSetting, lo: 1, hi: 1000, inert: true},
	{name: "autoscale", kind: blockSetting, inert: true, block: []setting{
		{name: "cpu", kind: percentsSetting}, {name: "qps", kind: countsSetting, lo: 1}, {name: "over", kind: durationSetting},
	}},
	{name: "snapshot", kind: blockSetting, inert: true, block: []setting{
		{name: "every", kind: intSetting, lo: 1}, {name: "or", kind: durationSetting},
	}},
	{name: "route", kind: formSetting, calls: []string{"hash"}, inert: true},
	{name: "place", kind: formSetting, words: []string{"dedicated"}, calls: []string{"shared"}, inert: true},
	{name: "app", kind: nameSetting, inert: true},
	{name: "min_available", kind: intSetting, lo: 1, hi: 1000, inert: true},
	{name: "store", kind: formSetting, calls: storeNames()},
	{name: "auth", kind: secretSetting},
	{name: "limit", kind: rateSetting},
	{name: "at_once", kind: intSetting, lo: 1, hi: 100_000},
	{name: "timeout", kind: durationSetting},
}

// resource enters a resource: fields first, then settings.
func (c *checker) resource(d *ast.Resource) {
	if d.Name == nil || c.decls[d.Name.Text].decl != ast.Decl(d) {
		return
	}
	r := &Resource{Decl: d, Name: d.Name.Text, Slots: defaultSlots}
	r.Items = sig.Type{Kind: sig.Items, Name: r.Name}
	c.info.Resources[r.Name] = r
	if d.Fields == nil || len(d.Fields.Fields) == 0 {
		c.report(d.Name.At, "E0801", fmt.Sprintf("resource %s has no fields", show(r.Name)), "write fields { id: key, … }")
	} else {
		c.fields(r, d.Fields)
	}
	at := map[string]*ast.Setting{}
	c.settings("a resource", d.Settings, resourceSettings, func(name string, s *ast.Setting) {
		at[name] = s
		switch name {
		case "slots": // first: others are compared with it
			c.shape(r, name, s)
		case "store":
			c.store(r, s)
		}
	})
	for _, row := range resourceSettings {
		if s := at[row.name]; s != nil && row.name != "slots" {
			c.shape(r, row.name, s)
		}
	}
	if r.Store != nil {
		c.storeSettings(r.Store, at)
		c.storeFits(r)
	}
	c.shapeFits(r, at)
}
