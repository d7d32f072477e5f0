// A small world that moves: scenes with rates, times and timeouts, for looking
// at the console without a server. Its numbers are drawn from a fixed seed.

function random(seed) {
  let s = seed >>> 0
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0
    return s / 2 ** 32
  }
}

function wilson(k, n) {
  if (n === 0) return [0, 1]
  const z = 1.96
  const p = k / n
  const c = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const h = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  return [Math.max(0, c - h), Math.min(1, c + h)]
}

const NODES = {
  home: [
    ['me', 'lookup', 'feature', []],
    ['followed', 'top', 'recall', ['me']],
    ['similar', 'nearest', 'recall', ['me']],
    ['hot', 'top', 'recall', []],
    ['pool', 'merge', 'merge', ['followed', 'similar', 'hot']],
    ['coarse', 'score', 'rank', ['pool']],
    ['fine', 'score', 'rank', ['coarse']],
    ['page', 'diversify', 'rank', ['fine']],
  ],
  search: [
    ['words', 'search', 'recall', []],
    ['meaning', 'nearest', 'recall', []],
    ['both', 'merge', 'merge', ['words', 'meaning']],
    ['best', 'score', 'rank', ['both']],
  ],
  related: [
    ['seed', 'lookup', 'feature', []],
    ['close', 'nearest', 'recall', ['seed']],
    ['top_k', 'take', 'rank', ['close']],
  ],
  coupons: [['all', 'top', 'recall', []]],
}

const SCENES = [
  { scene: 'home', share: 0.6, p50: 41, p99: 118, slow: 0.004 },
  { scene: 'search', share: 0.3, p50: 12, p99: 38, slow: 0.001 },
  { scene: 'related', share: 0.1, p50: 6, p99: 19, slow: 0 },
  { scene: 'coupons', share: 0, p50: 0, p99: 0, slow: 0 },
]

/** The four scenes, and more of the same up to a number. */
function scenesUpTo(n) {
  return Array.from({ length: Math.max(n, SCENES.length) }, (_, i) => SCENES[i] ?? { ...SCENES[i % 3], scene: `scene_${String(i).padStart(3, '0')}` })
}

export class World {
  constructor({ now = () => Date.now(), seed = 7, scenes = SCENES.length } = {}) {
    this.list = scenesUpTo(scenes)
    this.now = now
    this.random = random(seed)
    this.begun = now() / 1000
    this.rate = 120
    this.running = true
    this.surge = 1
    this.until = 0
    this.eventSeq = 0
    this.events = []
    this.database = { state: 'ok', since: new Date(now() - 600e3).toISOString() }
    this.rings = new Map(this.list.map((s) => [s.scene, []]))
    this.state = new Map()
    this.docs = 63_436
    const start = Math.floor(now() / 1000)
    for (let t = start - 900; t < start; t++) this.second(t, t > start - 130 && t < start - 118)
    this.event('version.live', 'info', 'version 3 is live', {})
    this.event('scene.degraded', 'warning', 'timeouts 4.1 %, lower bound 3.2 % > 1 %: similar switched off', { scene: 'home' })
    this.event('resource.behind', 'warning', '1,204 changes behind', { resource: 'apps' })
  }

  event(kind, severity, message, about) {
    const e = { seq: ++this.eventSeq, at: new Date(this.now()).toISOString(), kind, severity, message, ...about }
    this.events.unshift(e)
    this.events.length = Math.min(this.events.length, 200)
    return e
  }

  traffic() {
    const left = Math.max(0, Math.ceil((this.until - this.now()) / 1000))
    return { rate: this.rate, running: this.running, surge: left > 0 ? this.surge : 1, surge_s: left }
  }

  setTraffic({ rate, running, over = 0, surge = over > 0 ? 8 : 1, surge_s = 60 }) {
    Object.assign(this, { rate, running, surge, until: surge > 1 ? this.now() + surge_s * 1000 : 0 })
    return this.traffic()
  }

  /** One second of every scene; a missed one is a gap. */
  second(t, missed = false) {
    const surge = this.traffic().surge
    for (const s of this.list) {
      const ring = this.rings.get(s.scene)
      const wave = 1 + 0.25 * Math.sin(t / 40) + 0.12 * (this.random() - 0.5)
      const n = Math.round((this.running ? this.rate : 0) * surge * s.share * wave)
      const load = surge > 1 ? 2.6 : 1
      const k = Math.min(n, Math.round(n * s.slow * (surge > 1 ? 22 : 1) * (0.5 + this.random())))
      const [lo, hi] = wilson(k, n)
      ring.push(
        missed
          ? { t, gap: true }
          : { t, n, k, lo, hi, p50: s.p50 * load * (0.95 + 0.1 * this.random()), p99: s.p99 * load * (0.9 + 0.3 * this.random()) },
      )
      if (ring.length > 900) ring.shift()
    }
  }

  points(ring, of) {
    return ring.map((p) => (p.gap ? null : of(p)))
  }

  series(scene, last) {
    const ring = this.rings.get(scene).slice(-last)
    const some = (f) => (p) => (p.n === 0 ? null : f(p))
    return {
      t0: ring[0]?.t ?? Math.floor(this.now() / 1000),
      step_s: 1,
      qps: this.points(ring, (p) => p.n),
      p50_ms: this.points(ring, some((p) => p.p50)),
      p99_ms: this.points(ring, some((p) => p.p99)),
      timeout: this.points(ring, some((p) => p.k / p.n)),
      timeout_low: this.points(ring, some((p) => p.lo)),
      timeout_high: this.points(ring, some((p) => p.hi)),
    }
  }

  scene(s, last) {
    const recent = this.rings.get(s.scene).slice(-10).filter((p) => !p.gap)
    const n = recent.reduce((a, p) => a + p.n, 0)
    const k = recent.reduce((a, p) => a + p.k, 0)
    const [lo, hi] = wilson(k, n)
    const end = recent[recent.length - 1] ?? { n: 0, p50: 0, p99: 0 }
    const degraded = s.scene === 'home' && this.degradation !== undefined
    return {
      scene: s.scene,
      state: n === 0 ? 'idle' : degraded ? this.relief(s.scene).state : lo > 0.01 ? 'slow' : 'normal',
      qps: end.n,
      p50_ms: n === 0 ? 0 : end.p50,
      p99_ms: n === 0 ? 0 : end.p99,
      timeout_rate: n === 0 ? 0 : k / n,
      timeout_low: lo,
      timeout_high: hi,
      n,
      degraded_share: degraded && n > 0 ? 0.62 : 0,
      off_nodes: degraded ? 1 : 0,
      level: degraded ? this.relief(s.scene).level : 0,
      version: 3,
      series: this.series(s.scene, last),
      ...(n > 0 ? { relief: this.relief(s.scene) } : {}),
    }
  }

  /** As the page of what the scene gives up says it. */
  relief(scene) {
    const d = this.degradation?.now(scene)
    return d && { state: d.state, mode: d.mode, level: d.level, late: d.late, shed: d.shed, gain: d.gain, need: d.need, capacity: d.capacity }
  }

  resources() {
    return [
      { name: 'apps', docs: this.docs, lag: 1204, offset: this.docs + 90, state: 'behind', bytes: 86_400_000 },
      { name: 'members', docs: 20_000, lag: 0, offset: 20_000, state: 'ok', bytes: 12_600_000 },
      { name: 'poems', docs: 4_012, lag: 0, offset: 4_012, state: 'ok', bytes: 3_100_000 },
    ]
  }

  overview(last) {
    const scenes = this.list.map((s) => this.scene(s, last))
    const n = scenes.reduce((a, s) => a + s.n, 0)
    const k = scenes.reduce((a, s) => a + s.timeout_rate * s.n, 0)
    const [lo, hi] = wilson(k, n)
    const mean = (f) => (n === 0 ? 0 : scenes.reduce((a, s) => a + f(s) * s.n, 0) / n)
    return {
      at: new Date(this.now()).toISOString(),
      scenes,
      resources: this.resources(),
      events: this.events,
      database: this.database,
      totals: {
        qps: scenes.reduce((a, s) => a + s.qps, 0),
        p50_ms: mean((s) => s.p50_ms),
        p99_ms: mean((s) => s.p99_ms),
        timeout_rate: n === 0 ? 0 : k / n,
        timeout_low: lo,
        timeout_high: hi,
        n,
      },
      traffic: this.traffic(),
    }
  }

  /** Two instances share what is written for home; as much is asked here as its rate brings. */
  limits() {
    const asked = (share) => Math.round((this.now() / 1000 - this.begun) * 140 * share)
    return {
      instances: 2,
      at: new Date(this.now() - 300).toISOString(),
      limits: [
        { scene: 'home', rate: 200, part: 0.62, asked: asked(1) },
        { scene: 'home', tier: 'newcomers', rate: 2, by_key: true, part: 0.62, asked: asked(0.2) },
      ],
    }
  }

  sceneLive(name, last) {
    const s = this.list.find((x) => x.scene === name)
    return s && { at: new Date(this.now()).toISOString(), limit: 0.05, ...this.scene(s, last), arms: [] }
  }

  sceneNodes(name, graph) {
    const list = NODES[name]
    if (!list) return undefined
    const qps = this.scene(this.list.find((s) => s.scene === name), 1).qps
    return {
      at: new Date(this.now()).toISOString(),
      scene: name,
      version: 3,
      ...(graph ? { graph: { nodes: list.map(([n, op, stage, inputs], i) => ({ name: n, op, stage, inputs, line: 10 + i, file: 'main.riffle', ...(n === 'similar' ? { optional: true } : {}) })) } } : {}),
      nodes: list.map(([n, op]) => ({
        name: n,
        qps,
        p50_ms: 2 + 8 * this.random(),
        p99_ms: 12 + 30 * this.random(),
        outcomes:
          n === 'similar'
            ? { ok: qps * 0.38, degraded: qps * 0.62 }
            : n === 'fine'
              ? { ok: qps * 0.97, timeout: qps * 0.02, fallback: qps * 0.01 }
              : op === 'lookup'
                ? { ok: qps * 0.9, empty: qps * 0.1 }
                : { ok: qps },
        n: Math.round(qps * 10),
      })),
    }
  }

  traces() {
    return Array.from({ length: 24 }, (_, i) => {
      const scene = ['home', 'search', 'home', 'related'][i % 4]
      const outcome = i % 7 === 3 ? 'timeout' : i % 5 === 0 && scene === 'home' ? 'degraded' : 'ok'
      const kept = outcome === 'timeout' ? 'failed' : outcome === 'degraded' ? 'degraded' : 'sample'
      return {
        id: (0x5f3a9c1d + i * 7919).toString(16).padStart(16, 'a4'),
        at: new Date(this.now() - i * 13_000).toISOString(),
        scene,
        version: 3,
        plan: 'full',
        tier: i % 3 === 0 ? 'loyal' : '',
        level: outcome === 'degraded' ? 2 : 0,
        outcome,
        took_ms: outcome === 'timeout' ? 120 : 18 + ((i * 13) % 70),
        items: 20,
        coverage: outcome === 'timeout' ? 0.75 : 1,
        kept,
        reasons: [kept],
      }
    })
  }

  trace(id) {
    const t = this.traces().find((x) => x.id === id)
    if (!t) return undefined
    let at = 0
    return {
      ...t,
      deadline_ms: 120,
      request: { user: { id: 'u17', active_days: 12, seen: ['p7'] }, k: 20 },
      nodes: NODES[t.scene].map(([name, op, stage, inputs], i) => {
        const off = name === 'similar' && t.outcome === 'degraded'
        const took = off ? 0 : t.took_ms / (stage === 'recall' ? 2 : 7)
        const start = stage === 'recall' ? 4 : at
        at = Math.max(at, start + took)
        return {
          name,
          op,
          inputs,
          start_ms: start,
          took_ms: took,
          queue_ms: 0,
          critical: !off,
          skipped: off,
          outcome: off ? 'degraded' : name === 'fine' && t.outcome === 'timeout' ? 'timeout' : 'ok',
          in: i === 0 ? 0 : 240,
          out: off ? 0 : 200 - i * 20,
          line: 10 + i,
          file: 'main.riffle',
        }
      }),
    }
  }
}
