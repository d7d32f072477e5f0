// One press of "surge" in the demo: the page says what was switched off, why, for
// whom, and when it came back, and says the same as the API. It waits for what
// happens, never for a time: a busy machine is flooded sooner and slower.
import { call } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

const SOON = 90_000
const LONG = 180_000
/** Requests a second that any machine has room for. */
const QUIET = 2

/** What the API tells of a scene that does not do what is waited for. */
async function story(of, scene) {
  const d = await of(`scenes/${scene}/degradation`)
  const { items } = await of(`scenes/${scene}/degradation/events?limit=8`)
  const off = d.modules.filter((m) => m.less > 0.01).map((m) => `${m.node} ${m.cause} ${m.why ?? ''}`)
  const told = items.map((e) => `${e.at.slice(11, 19)} ${e.to} ${e.why}`)
  return [`${d.state}: ${d.why}; rate ${d.rate}, need ${d.need}, budget ${d.budget}, capacity ${d.capacity}, late ${d.late_low}..${d.late_high} of ${d.n}`, ...off, ...told].join('\n      ')
}

export default {
  name: 'a surge is met, told and over',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'en', height: 1800 })
    const { page, faults } = v
    const team = server.team
    await logIn(v, server)
    const of = async (path) => (await call(v, 'GET', `teams/${team}/${path}`)).body
    const began = Date.now()
    const said = (what) => console.log(`      ${what} after ${((Date.now() - began) / 1000).toFixed(1)} s`)
    await page.click('[data-surge-button]')
    await page.waitForSelector('[data-surge-stop]')
    let scene
    try {
      // On the board.
      await until(async () => {
        const bad = (await of('degradation')).items.filter((d) => d.mode === 'act' && d.modules.some((m) => m.less > 0.01))
        scene = bad.sort((a, b) => a.gain - b.gain)[0]?.scene
        return scene !== undefined
      }, 'a scene gives something up', SOON)
      said(`${scene} gives something up`)
      await until(async () => (await page.locator('tr[data-scene] [data-cell=load] .tone-slow').count()) > 0, 'the board shows a load above the capacity', SOON)
      await shoot(v, 'flood-board')

      // On its page: the same nodes as by the API, each with a sentence and for whom.
      await page.goto(`t/${team}/scenes/${scene}?tab=degrade`)
      await page.waitForSelector('tr[data-module]', { timeout: SOON })
      const path = `scenes/${scene}/degradation`
      let shown, told
      await until(
        async () => {
          told = await of(path)
          shown = await page.locator('tr[data-module]').evaluateAll((rows) => rows.map((r) => ({ node: r.dataset.module, less: Number(r.dataset.less), why: r.querySelector('td.why')?.textContent ?? '' })))
          const same = told.modules.every((m) => {
            const row = shown.find((x) => x.node === m.node)
            return row && row.less > 0.01 === m.less > 0.01 && Math.abs(row.less - m.less) < 0.25
          })
          return same && told.modules.some((m) => m.less > 0.01)
        },
        'the page and the API give up the same',
        SOON,
      )
      const off = shown.filter((r) => r.less > 0.01)
      for (const row of off) {
        const m = told.modules.find((x) => x.node === row.node)
        want(/for (everybody|\d)/.test(row.why) && row.why.length > 40, `${row.node}: no word of why and for whom: ${row.why}`)
        want(!m.tiers.every((x) => x.less > 0.9995) || m.less > 0.99, `${row.node}: for all tiers, but not for everybody`)
      }
      said(`${off.length} nodes with less: ${off.map((r) => `${r.node} ${(100 * r.less).toFixed(0)} %`).join(', ')}`)
      await until(async () => !(await page.locator('[data-degrade-state=normal]').count()), 'the page says that the scene is not normal', SOON)
      await page.waitForSelector('[data-whatif-told]:has-text("cores")', { timeout: SOON })
      await shoot(v, 'flood')
      const found = await axe(v)
      want(found.length === 0, found.join('\n'))
    } finally {
      const traffic = await of('traffic')
      await call(v, 'PUT', `teams/${team}/traffic`, { rate: traffic.rate, running: traffic.running })
    }

    // It comes back by itself, and both tell the same story of it in order.
    const back = async () => (await page.locator('[data-degrade-state=normal]').count()) > 0 && (await page.locator('tr[data-module][data-trouble=true]').count()) === 0
    await until(back, 'normal again', SOON).catch(async () => {
      // A machine that others keep busy has no room for the demo's usual traffic either.
      said('not normal with the usual traffic: it is lowered')
      await call(v, 'PUT', `teams/${team}/traffic`, { rate: QUIET, running: true })
      await until(back, 'normal again', LONG).catch(async (error) => {
        throw new Error(`${error.message}: ${await story(of, scene)}`)
      })
    })
    said('normal again')
    let events, rows
    await until(
      async () => {
        events = (await of(`scenes/${scene}/degradation/events?limit=200`)).items
        rows = await page.locator('[data-degrade-event]').evaluateAll((list) => list.map((e) => ({ seq: Number(e.dataset.degradeEvent), to: e.dataset.to })))
        return rows.length > 0 && rows.map((r) => `${r.seq} ${r.to}`).join() === events.map((e) => `${e.seq} ${e.to}`).join()
      },
      'the timeline has the events of the API',
      SOON,
    )
    want(events.every((e, i) => i === 0 || e.seq < events[i - 1].seq), 'events out of order')
    const states = events.filter((e) => e.from !== e.to).reverse()
    want(states.every((e, i) => i === 0 || e.from === states[i - 1].to), `a change is missing: ${states.map((e) => `${e.from}→${e.to}`).join(' ')}`)
    want(states.some((e) => e.to === 'degraded' || e.to === 'shedding') && states[states.length - 1].to === 'normal', `the story is ${states.map((e) => e.to).join(' ')}`)

    // A moment of the past is marked as such.
    const worst = states.find((e) => e.to === 'degraded' || e.to === 'shedding')
    await page.click(`[data-degrade-event="${worst.seq}"] button`)
    await page.waitForSelector(`[data-then=${worst.to}]`)
    await shoot(v, 'flood-then')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
