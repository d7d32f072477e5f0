// The mock answers as the API's document says, wherever it answers at all.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from './schema.mjs'
import { serveMock } from './serve.mjs'

const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8'))
const NAMES = { team: 'demo', scene: 'home', resource: 'apps', path: 'main.riffle', number: '1', key: 'g1', id: 'gain-done', login: 'demo' }
/** What a query must say. */
const QUERIES = { '/teams/{team}/scenes/{scene}/degradation/what-if': '?qps=1000', '/teams/{team}/runs/compare': '?a=run-full&b=run-off' }
const IDS = { '/teams/{team}/runs/{id}': 'run-full' }

let mock
let cookie
beforeAll(async () => {
  mock = await serveMock()
  const res = await fetch(`${mock.address}/api/v1/login`, { method: 'POST', headers: { 'X-Riffle-CSRF': '1' }, body: JSON.stringify({ login: mock.login, password: mock.password }) })
  cookie = res.headers.get('set-cookie').split(';')[0]
})
afterAll(() => mock.stop())

const get = (path) => fetch(`${mock.address}/api/v1${path}`, { headers: { cookie } })

test('every answer to a GET has the form of the document', async () => {
  const traces = await (await get('/teams/demo/traces')).json()
  const faults = []
  let answered = 0
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    const schema = operation?.responses['200']?.content?.['application/json']?.schema
    if (!schema) continue
    const id = path === '/teams/{team}/traces/{id}' ? traces.items[0].id : IDS[path]
    const res = await get(path.replace(/{(\w+)}/g, (_, name) => (name === 'id' && id) || NAMES[name]) + (QUERIES[path] ?? ''))
    if (!res.ok) continue // the mock has no such part
    answered++
    faults.push(...faultsOf(document, schema, await res.json()).map((f) => `GET ${path} ${f}`))
  }
  expect(answered).toBeGreaterThan(35)
  expect(faults).toEqual([])
})

test('so has every message of the socket', () => {
  const { world } = mock
  const of = (name) => ({ $ref: `#/components/schemas/${name}` })
  const faults = [
    ...faultsOf(document, of('OverviewSnap'), world.overview(300)),
    ...faultsOf(document, of('SceneLive'), world.sceneLive('home', 60)),
    ...faultsOf(document, of('SceneNodes'), world.sceneNodes('home', true)),
    ...faultsOf(document, of('Degradation'), world.degradation.now('home')),
    ...faultsOf(document, of('Degradation'), world.degradation.now('search')),
  ]
  expect(faults).toEqual([])
})

test('the board and the page of a scene tell one level and state', () => {
  const row = mock.world.overview(300).scenes.find((s) => s.scene === 'home')
  const page = mock.world.degradation.now('home')
  expect([row.level, row.state, row.relief.gain]).toEqual([page.level, page.state, page.gain])
})

test('what does not fit a schema is told with its place', () => {
  const schema = { type: 'object', required: ['a', 'b'], additionalProperties: false, properties: { a: { type: 'array', items: { type: ['integer', 'null'] } }, b: { type: 'string', enum: ['x'] } } }
  expect(faultsOf({}, schema, { a: [1, null], b: 'x' })).toEqual([])
  expect(faultsOf({}, schema, { a: [1.5], c: 1 })).toEqual(['$.b: missing', '$.a[0]: number, want integer or null', '$.c: not of the document'])
  expect(faultsOf({}, schema, { a: [], b: 'y' })).toEqual(['$.b: "y", want one of x'])
  expect(faultsOf({}, schema, null)).toEqual(['$: null, want object'])
})
