// The console over a small made-up world, for looking at it and for working on
// it without a server: `node web/e2e/mock/serve.mjs [port]`, login demo/demo.
// It speaks the API's paths and the socket's protocol; it keeps nothing.
import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Degradation } from './degradation.mjs'
import { Draft } from './draft.mjs'
import { accept } from './socket.mjs'
import { World } from './world.mjs'

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' }
// The policy of web/serve.go, so that what it forbids fails here too.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

export async function serveMock({ port = 0, base = '/', scenes, beatMs = 1000 } = {}) {
  const world = new World({ scenes })
  const clients = new Set()
  const members = [
    { login: 'demo', name: 'demo', role: 'owner', created_at: '2026-01-05T08:00:00Z' },
    { login: 'reader', name: 'reader', role: 'viewer', created_at: '2026-02-11T09:30:00Z' },
  ]
  const tokens = []
  const importers = { teams: ['books'], uses: [{ team: 'books', version: 4, of: 2, names: ['apps', 'related'] }] }
  const me = { login: 'demo', name: 'demo', admin: true, teams: [{ team: 'demo', role: 'owner' }, { team: 'empty', role: 'viewer' }] }
  /** Accounts by login; a member that is added gets one. */
  const accounts = new Map([['demo', { password: 'demo', me }]])
  const join = ({ login, role, password = 'made-up-once' }) => {
    accounts.set(login, { password, me: { login, name: login, admin: false, teams: [{ team: 'demo', role }] } })
    members.push({ login, role, name: login, created_at: new Date().toISOString() })
    return { ...members[members.length - 1], password }
  }
  const leave = (login) => {
    const at = members.findIndex((x) => x.login === login)
    if (at < 0) return undefined
    members.splice(at, 1)
    accounts.delete(login)
    return null
  }
  const logIn = ({ login, password }) => {
    const account = accounts.get(login)
    return account?.password === password ? { ...account.me, cookie: `mock-${login}` } : refuse(401, 'unauthenticated', 'login or password is wrong')
  }
  const draft = new Draft({ fixture, refuse })
  const degradation = (world.degradation = new Degradation({ fixture, world, refuse }))
  const emptyBoard = () => ({ ...world.overview(1), scenes: [], resources: [], events: [], totals: { qps: 0, p50_ms: 0, p99_ms: 0, timeout_rate: 0, timeout_low: 0, timeout_high: 1, n: 0 }, traffic: { rate: 0, running: false, surge: 1, surge_s: 0 } })

  function payload(topic, team, whole) {
    const last = whole ? undefined : 2
    if (team !== 'demo') return emptyBoard()
    if (topic === 'overview') return world.overview(last ?? 300)
    const less = /^scene\/([^/]+)\/degradation$/.exec(topic)
    if (less) return degradation.now(less[1])
    const nodes = /^scene\/([^/]+)\/nodes$/.exec(topic)
    if (nodes) return world.sceneNodes(nodes[1], whole)
    const scene = /^scene\/([^/]+)$/.exec(topic)
    return scene ? world.sceneLive(scene[1], last ?? 900) : undefined
  }

  const routes = [
    ['POST', /^login$/, (_m, b) => logIn(b)],
    ['POST', /^logout$/, () => ({ logout: true })],
    ['GET', /^me$/, (_m, _b, c) => c.me],
    ['GET', /^teams\/(\w+)\/overview$/, (m) => payload('overview', m[1], true)],
    ['GET', /^teams\/demo\/scenes\/([^/]+)\/live$/, (m) => world.sceneLive(m[1], 900)],
    ['GET', /^teams\/demo\/scenes\/([^/]+)\/nodes$/, (m) => world.sceneNodes(m[1], true)],
    ['GET', /^teams\/demo\/traffic$/, () => world.traffic()],
    ['PUT', /^teams\/demo\/traffic$/, (_m, b) => world.setTraffic(b)],
    ['GET', /^teams\/demo\/resources$/, () => ({ items: world.resources().map(({ offset: _, ...r }) => ({ ...r, version: 3, slots: [], fields: ['id: key', 'title: text', 'topic: keyword', 'taste: vector(64)'].map((f) => ({ name: f.split(': ')[0], kind: 'value', type: f.split(': ')[1] })) })) })],
    ['GET', /^teams\/demo\/traces$/, (_m, _b, { query: q }) => ({ items: world.traces().filter((t) => (!q.get('scene') || t.scene === q.get('scene')) && (!q.get('kept') || t.reasons.includes(q.get('kept'))) && t.took_ms >= Number(q.get('min_ms') ?? 0)) })],
    ['GET', /^teams\/demo\/traces\/([^/]+)$/, (m) => world.trace(m[1])],
    ['GET', /^teams\/demo\/audit$/, () => ({ items: [
      { id: 3, at: new Date(Date.now() - 60e3).toISOString(), actor: 'demo', action: 'version.activate', object: 'v3', before: { live: 2 }, after: { live: 3 }, request_id: 'r-8f21c0' },
      { id: 2, at: new Date(Date.now() - 90e3).toISOString(), actor: 'demo', action: 'file.save', object: 'main.riffle', before: { hash: '1c…' }, after: { hash: '9e…' }, request_id: 'r-77aa10' },
      { id: 1, at: '2026-02-11T09:30:00Z', actor: 'demo', action: 'member.add', object: 'reader', after: { role: 'viewer' }, request_id: 'r-0b3c55' } ] })],
    ['GET', /^teams\/demo\/members$/, () => ({ items: members })],
    ['POST', /^teams\/demo\/members$/, (_m, b) => join(b)],
    ['PUT', /^teams\/demo\/members\/([\w-]+)$/, (m, b) => Object.assign(members.find((x) => x.login === m[1]), b)],
    ['DELETE', /^teams\/demo\/members\/([\w-]+)$/, (m) => leave(m[1])],
    ['GET', /^teams\/demo\/tokens$/, (_m, _b, c) => (c.me.teams[0].role === 'viewer' ? refuse(403, 'forbidden', 'listing tokens needs the role owner; yours is viewer') : { items: tokens })],
    ['POST', /^teams\/demo\/tokens$/, (_m, b) => (tokens.unshift({ id: tokens.length + 1, scopes: [], created_by: 'demo', created_at: new Date().toISOString(), expires_at: null, last_used: null, ...b }), { ...tokens[0], secret: 'rfl_mock_secret' })],
    ['DELETE', /^teams\/demo\/tokens\/(\d+)$/, (m) => (tokens.splice(tokens.findIndex((t) => t.id === Number(m[1])), 1), null)],
    ['GET', /^teams\/demo\/importers$/, () => importers],
    ['PUT', /^teams\/demo\/importers$/, (_m, b) => Object.assign(importers, b)],
    ['GET', /^teams\/demo\/gains$/, () => fixture('gains')],
    ['POST', /^teams\/demo\/gains$/, () => fixture('gain-running')],
    ['GET', /^teams\/demo\/gains\/[\w-]+\/changes$/, () => fixture('gain-changes')],
    ['GET', /^teams\/demo\/gains\/([\w-]+)$/, (m) => fixture(m[1] === 'gain-runs' ? 'gain-running' : 'gain')],
    ['POST', /^teams\/demo\/gains\/[\w-]+\/abort$/, () => null],
    ['GET', /^teams\/\w+\/imports$/, () => ({ projects: [] })],
    ['GET', /^teams\/\w+\/traffic$/, () => refuse(503, 'unavailable', 'there is no traffic generator here')],
    ['GET', /^teams\/\w+\/tokens$/, () => refuse(403, 'forbidden', 'listing tokens needs the role owner; yours is viewer')],
    ['GET', /^teams\/\w+\/importers$/, () => ({ teams: [], uses: [] })],
    ['GET', /^teams\/demo\/limits$/, () => world.limits()],
    ['GET', /^teams\/\w+\/limits$/, () => ({ instances: 1, limits: [] })],
    ['GET', /^teams\/\w+\/\w+$/, () => ({ items: [] })],
  ]

  // What the Go tests of the API wrote: the answers of a real server, byte for byte.
  const runs = new Map([fixture('run'), fixture('run-off')].map((r) => [r.id, r]))
  const made = (b) => {
    const run = { ...fixture(b.off?.length ? 'run-off' : 'run'), id: `mock${runs.size}`, at: new Date().toISOString(), by: 'demo', request: b.request, source: b.source === 'live' ? '1' : b.source }
    delete run.scene
    Object.assign(run, b.scene ? { scene: b.scene } : { pipeline: b.pipeline })
    runs.set(run.id, run)
    return run
  }
  const summary = ({ id, at, by, scene, pipeline, source, outcome, message, took_ms, count, level }, seq) => ({ id, at, by, scene, pipeline, source, outcome, message, took_ms, count, level, seq })
  routes.unshift(
    ['GET', /^teams\/demo\/scenes$/, () => fixture('scenes')],
    ['GET', /^teams\/demo\/scenes\/([^/]+)$/, (m) => ({ ...fixture('scene'), name: m[1] })],
    ['GET', /^teams\/demo\/scenes\/([^/]+)\/time$/, () => fixture('scene-time')],
    ['GET', /^teams\/demo\/scenes\/([^/]+)\/requests$/, () => fixture('scene-requests')],
    ...draft.routes('demo'),
    ...degradation.routes(),
    ['POST', /^teams\/demo\/runs$/, (_m, b) => made(b)],
    ['GET', /^teams\/demo\/runs$/, () => ({ items: [...runs.values()].map(summary).reverse() })],
    ['GET', /^teams\/demo\/runs\/compare$/, () => fixture('run-compare')],
    ['GET', /^teams\/demo\/runs\/([^/]+)$/, (m) => runs.get(m[1])],
    ['GET', /^teams\/demo\/resources\/([^/]+)$/, (m) => ({ ...fixture('resource'), name: m[1] })],
    ['GET', /^teams\/demo\/resources\/[^/]+\/statistics$/, () => fixture('resource-statistics')],
    ['POST', /^teams\/demo\/resources\/[^/]+\/query$/, (_m, b) => fixture(b.filter?.includes('nope') ? 'resource-query-mistake' : 'resource-query')],
    ['GET', /^teams\/demo\/resources\/[^/]+\/documents\/([^/]+)$/, () => fixture('document')],
    ['GET', /^me\/sessions$/, () => fixture('sessions')],
    ['GET', /^me\/settings$/, () => fixture('settings')],
    ['PUT', /^me\/settings$/, (_m, b) => b],
  )

  const server = createServer(async (req, res) => {
    const url = new URL(req.url, 'http://mock')
    if (!url.pathname.startsWith(base)) return res.writeHead(404).end()
    const path = '/' + url.pathname.slice(base.length)
    if (!path.startsWith('/api/v1/')) return file(path, base, res)
    let text = ''
    for await (const chunk of req) text += chunk
    const login = /riffle=mock-([\w-]+)/.exec(req.headers.cookie ?? '')?.[1]
    const inside = accounts.get(login)
    const caller = { me: inside?.me, login, match: req.headers['if-match'], query: url.searchParams }
    const name = path.slice('/api/v1/'.length)
    let out = refuse(404, 'not_found', `no route ${path}`)
    if (!inside && name !== 'login') out = refuse(401, 'unauthenticated', 'log in first')
    else if (req.method !== 'GET' && req.headers['x-riffle-csrf'] !== '1') out = refuse(403, 'csrf', 'header X-Riffle-CSRF is missing')
    else {
      for (const [method, pattern, run] of routes) {
        const m = method === req.method && pattern.exec(name)
        if (!m) continue
        const found = run(m, text ? JSON.parse(text) : undefined, caller)
        out = found === undefined ? refuse(404, 'not_found', `${name} does not exist or is not yours to see`) : found
        break
      }
    }
    if (out?.refused) return json(res, out.status, out.body, 'application/problem+json')
    if (out?.cookie) res.setHeader('Set-Cookie', `riffle=${out.cookie}; Path=/; HttpOnly; SameSite=Strict`)
    if (out?.logout) res.setHeader('Set-Cookie', 'riffle=; Path=/; Max-Age=0')
    if (out === null || out?.logout) return res.writeHead(204).end()
    json(res, req.method === 'POST' ? (name === 'login' ? 200 : 201) : 200, out, 'application/json')
  })

  server.on('upgrade', (req, socket) => {
    if (req.url !== `${base}api/v1/live`) return socket.destroy()
    const subs = new Map()
    const client = { subs, wire: null }
    client.wire = accept(req, socket, {
      gone: () => clients.delete(client),
      text: (t) => {
        const m = JSON.parse(t)
        if (m.op === 'ping') client.wire.send(JSON.stringify({ id: '', seq: 0, topic: '', type: 'pong', payload: null }))
        if (m.op === 'unsub') subs.delete(m.id)
        if (m.op === 'sub') {
          const sub = { ...m, seq: 1 }
          subs.set(m.id, sub)
          client.wire.send(JSON.stringify({ id: m.id, seq: 1, topic: m.topic, type: 'snap', payload: payload(m.topic, m.team, true) }))
        }
      },
    })
    if (!/riffle=mock/.test(req.headers.cookie ?? '')) client.wire.close(4401)
    else clients.add(client)
  })

  let last = 0
  const beat = setInterval(() => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== last) world.second(now)
    last = now
    for (const c of clients) {
      for (const s of c.subs.values()) c.wire.send(JSON.stringify({ id: s.id, seq: ++s.seq, topic: s.topic, type: 'delta', payload: payload(s.topic, s.team, false) }))
    }
  }, beatMs)

  await new Promise((done) => server.listen(port, '127.0.0.1', done))
  return {
    world,
    address: `http://127.0.0.1:${server.address().port}${base.replace(/\/$/, '')}`,
    login: 'demo',
    password: 'demo',
    team: 'demo',
    scenes: [{ name: 'home', request: {} }],
    port: server.address().port,
    async stop() {
      clearInterval(beat)
      for (const c of clients) c.wire.close(1001)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const fixture = (name) => JSON.parse(readFileSync(fixtures + name + '.json', 'utf8'))

function refuse(status, code, detail) {
  return { refused: true, status, body: { status, code, detail, title: code, request_id: 'mock-0001' } }
}

function json(res, status, body, kind) {
  res.writeHead(status, { 'Content-Type': kind, 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(body))
}

function file(path, base, res) {
  const name = path.slice(1)
  const known = name !== '' && !name.includes('..') && existsSync(dist + name)
  if (!known && name.startsWith('assets/')) return res.writeHead(404).end()
  const real = known ? name : 'index.html'
  res.writeHead(200, { 'Content-Type': KINDS[extname(real)] ?? 'application/octet-stream', 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' })
  const body = readFileSync(dist + real)
  res.end(real === 'index.html' ? String(body).replace('<base href="/" />', `<base href="${base}" />`) : body)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mock = await serveMock({ port: Number(process.argv[2] ?? 8080) })
  console.log(`mock console at ${mock.address}, login ${mock.login}, password ${mock.password}`)
}
