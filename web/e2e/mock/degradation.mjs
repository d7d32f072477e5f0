// What the scene of the mock gives up, as a server's answers say it, and a
// simulation of a flood.
export class Degradation {
  constructor({ fixture, world, refuse }) {
    Object.assign(this, { fixture, world, refuse })
    this.override = undefined
    this.begun = world.now()
  }

  /** The fixtures bear no times: the scene was degraded twelve seconds ago, and once before. */
  ago(seconds) {
    return new Date(this.begun - seconds * 1000).toISOString()
  }

  now(scene) {
    this.whole ??= this.fixture('degradation')
    const d = { ...this.whole, since: this.ago(12), planned_at: this.ago(2) }
    const wave = 1 + 0.06 * Math.sin(this.world.now() / 1700)
    const own = { ...d, scene, rate: d.rate * wave, forecast: d.forecast * wave, need: d.need * wave, at: new Date(this.world.now()).toISOString() }
    if (this.override && Date.parse(this.override.until) > this.world.now()) own.override = this.override
    if (own.override?.action === 'watch') own.mode = 'watch'
    if (own.override?.action === 'freeze') own.state = 'frozen'
    if (scene === 'home') return own
    return {
      ...own,
      state: 'normal',
      level: 0,
      why: '',
      need: own.need / 4,
      budget: own.need / 4,
      price: 0,
      binding: undefined,
      full: 1,
      gain: 1,
      tiers: d.tiers.map((t) => ({ ...t, level: 0, plan: 'full', deeper: 0, gain: 1 })),
      modules: d.modules.map((m) => ({ ...m, less: 0, variant: 'full', cause: undefined, tiers: m.tiers.map((t) => ({ ...t, variant: 'full', less: 0 })) })),
    }
  }

  events(scene) {
    if (scene !== 'home') return { items: [] }
    const agos = [12, 95, 101, 118, 150, 160, 163, 170]
    const { items } = this.fixture('degradation-events')
    return { items: items.map((e, i) => ({ ...e, at: this.ago(agos[i] ?? 200), seq: Date.parse(this.ago(agos[i] ?? 200)) * 1000 })) }
  }

  put(scene, b) {
    const before = this.override
    this.override = { action: b.action, reason: b.reason, by: 'demo', at: new Date(this.world.now()).toISOString(), until: new Date(this.world.now() + b.for_s * 1000).toISOString(), full: b.full, level: b.level, off: b.off, kept: true }
    return { now: this.override, before }
  }

  release() {
    const before = this.override
    this.override = undefined
    return { before }
  }

  routes() {
    const at = (rest) => new RegExp(`^teams/demo/scenes/([^/]+)/degradation${rest}$`)
    return [
      ['GET', /^teams\/demo\/degradation$/, () => ({ items: this.world.list.map((s) => this.now(s.scene)) })],
      ['GET', at(''), (m) => this.now(m[1])],
      ['GET', at('/plans'), () => this.fixture('degradation-plans')],
      ['GET', at('/events'), (m) => this.events(m[1])],
      ['GET', at('/what-if'), (_m, _b, { query }) => {
        const w = this.fixture('what-if')
        const qps = Number(query.get('qps'))
        return { ...w, qps, need: (w.need / w.qps) * qps, kept: Math.min(1, Math.max(0.2, w.suffices / qps) ** 0.3), shed: Math.max(0, 1 - 9000 / Math.max(qps, 1)) }
      }],
      ['GET', /^teams\/demo\/simulations$/, () => ({
        scenarios: [
          { name: 'spike', about: '3.7K to 29K in 4 s, and back within the minute', length_s: 45, scenes: 1, cores: 32 },
          { name: 'loud', about: 'a spare scene becomes 9 times as loud beside a core and a quiet normal one', length_s: 45, scenes: 3, cores: 32 },
        ],
        policies: [{ name: 'ours', about: 'the controller that serves' }, { name: 'none', about: 'every request gets the full plan' }],
      })],
      ['POST', /^teams\/demo\/simulations$/, (_m, b) => simulation(b)],
      ['PUT', at('/override'), (m, b) => this.put(m[1], b)],
      ['DELETE', at('/override'), () => this.release()],
    ]
  }
}

/** A flood as a table of two policies would show it. */
function simulation({ scenario, policies, seed = 1 }) {
  const rateAt = (s) => (s < 5 || s > 14 ? 3700 : s < 9 ? 3700 + (25_300 * (s - 5)) / 4 : s < 10 ? 29_000 : 29_000 - (25_300 * (s - 10)) / 4)
  const stateAt = (s) => (s < 6.3 ? 'NORMAL' : s < 14 ? 'DEGRADED' : s < 19 ? 'RECOVERING' : 'NORMAL')
  const results = policies.map((policy) => {
    let late = 0
    const timeline = Array.from({ length: 90 }, (_, i) => {
      const rate = rateAt(i / 2)
      if (policy !== 'ours' && rate > 12_800) late += rate / 2
      return { at_s: i / 2, rate, capacity: 12_800, state: policy === 'ours' ? stateAt(i / 2) : '', refused: 0, late: Math.round(late) }
    })
    const ours = policy === 'ours'
    return { policy, offered: 292_441, lost: ours ? 0 : 0.41, refused: 0, late: ours ? 0 : 0.41, kept: ours ? 0.988 : 0.55, p50_ms: 36, p99_ms: ours ? 64 : 119, first_ms: ours ? 0.2 : -1, normal_s: ours ? 8.3 : -1, turns_per_min: 0, classes: scenario === 'loud' ? classes(ours) : [], timeline }
  })
  return { scenario, about: '', seed, results, aims: policies.includes('ours') ? [{ what: 'lost', got: 0, bound: 0, unit: '%', at_least: false, met: true }, { what: 'gain kept', got: 98.8, bound: 98.5, unit: '%', at_least: true, met: true }] : [] }
}

/** What becomes of three scenes, one of them loud. */
function classes(ours) {
  return ['core', 'normal', 'spare'].map((name, i) => ({ class: name, scenes: 1, offered: [112_500, 9000, 242_000][i], lost: ours ? 0 : 0.47, full: ours && name === 'spare' ? 0.44 : 1, p99_ms: ours ? 59 : 117 }))
}
