package api

import "reflect"

// components puts the live socket's messages into the document, where the
// console's types are made from.
func (a *API) components() {
	registry := a.huma.OpenAPI().Components.Schemas
	for _, t := range []reflect.Type{
		reflect.TypeFor[Envelope](), reflect.TypeFor[LiveRequest](), reflect.TypeFor[LiveError](),
		reflect.TypeFor[OverviewSnap](), reflect.TypeFor[OverviewDelta](), reflect.TypeFor[SceneLive](),
		reflect.TypeFor[SceneNodes](), reflect.TypeFor[EventsSnap](), reflect.TypeFor[Degradation](), reflect.TypeFor[LoadTestLive](),
	} {
		registry.Schema(t, true, t.Name())
	}
}
