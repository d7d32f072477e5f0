// The API's types under the console's names. They are generated from
// docs/api/openapi.json by `npm run gen`; nothing is typed again by hand.
import type { components } from '@/gen/api'

type Schemas = components['schemas']

export type Me = Schemas['Me']
export type Role = Schemas['Membership']['role']

export type WireSeries = Schemas['Series']
export type SceneNow = Schemas['SceneState']
export type SceneState = SceneNow['state']
export type ResourceNow = Schemas['OverviewResource']
export type EventNow = Schemas['Event']
export type DatabaseNow = Schemas['DatabaseState']
export type Totals = Schemas['Totals']
export type TrafficNow = Schemas['Traffic']
export type SetTraffic = Schemas['SetTraffic']
export type OverviewDelta = Schemas['OverviewDelta']
export type SceneLive = Schemas['SceneLive']
export type SceneNodes = Schemas['SceneNodes']
export type NodeNow = Schemas['NodeLive']
export type GraphNode = Schemas['GraphNode']

export type Resource = Schemas['Resource']
export type TraceSummary = Schemas['TraceSummary']
export type Trace = Schemas['Trace']
export type TraceNode = Schemas['TraceNode']
export type AuditEntry = Schemas['Audit']
export type Member = Schemas['Member']
export type Token = Schemas['Token']
export type NewToken = Schemas['NewToken']
