// One press of "surge" in the demo: the page says what was switched off, why, for
// whom, and when it came back, and says the same as the API. It waits for what
// happens, never for a time: a busy machine is flooded sooner and slower, and where
// a surge is over before all was read, another follows.
import { call } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

/** Milliseconds. */
const CALM = 30_000
const LONG = 300_000
/** A module that was slow returns by a probe and six rungs, each of half a minute where few requests come. */
const BACK = 600_000
/** Less of a node than this is nothing to speak of; the console's own limit is smaller. */
const SOME = 0.01
/** The page and the API are asked one after the other: shares of a node may move meanwhile. */
const NEAR = 0.25

/** What the API tells of a scene that does not do what is waited for. */
async function story(of, path) {
  const d = await of(path)
  const { items } = await of(`${path}/events?limit=8`)
  const off = d.modules.filter((m) => m.less > SOME).map((m) => `${m.node} ${m.cause} ${m.why ?? ''}`)
  const told = items.map((e) => `${e.at.slice(11, 19)} ${e.to} ${e.why}`)
  return [`${d.state}: ${d.why}; rate ${d.rate}, need ${d.need}, budget ${d.budget}, capacity ${d.capacity}, late ${d.late_low}..${d.late_high} of ${d.n}`, ...off, ...told].join('\n      ')
}

/** What the page tells of every node that can be turned. */
const nodesOf = (page) =>
  page.locator('tr[data-module]').evaluateAll((rows) => rows.map((r) => ({ node: r.dataset.module, less: Number(r.dataset.less), cause: r.dataset.cause, why: r.querySelector('td.sentence')?.textContent ?? '' })))

/** How the sentence of a row must name those for whom it is. */
function named(why, m) {
  if (m.tiers.every((x) => x.less >= 0.9995)) return why.includes('for everybody')
  const some = m.tiers.filter((x) => x.less > SOME)
  return /\d+(\.\d+)? ?%/.test(why) && (m.tiers.length === 1 || some.every((x) => why.includes(x.tier || 'everybody else')))
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
    const usual = await of('traffic')
    const traffic = (body) => call(v, 'PUT', `teams/${team}/traffic`, body)
    /** Waits for what is seen while a surge lasts. */
    const surging = (test, what) =>
      until(async () => {
        if (await test()) return true
        const now = await of('traffic')
        if (now.surge_s <= 0) {
          said(`${what}: not seen within a surge, another one`)
          await traffic({ rate: now.rate, running: true, over: 2.5, surge_s: 30 })
        }
        return false
      }, what, LONG)
    // What comes is the surge's doing; a machine that others keep busy may not be calm before it either.
    const calm = async () => (await of('degradation')).items.every((d) => d.state === 'normal' && d.modules.every((m) => m.less <= SOME))
    await until(calm, 'calm', CALM).catch(() => said('not calm before the surge'))
    const pressed = Date.now()
    await page.click('[data-surge-button]')
    await page.waitForSelector('[data-surge-stop]')
    let scene, path
    try {
      // On the board.
      await surging(async () => {
        const bad = (await of('degradation')).items.filter((d) => d.mode === 'act' && d.modules.some((m) => m.less > SOME))
        // One that only lacks CPU is back sooner than one with a module that seems slow.
        const slow = (d) => Number(d.modules.some((m) => m.cause === 'slow' || m.cause === 'dead'))
        scene = bad.sort((a, b) => slow(a) - slow(b) || a.gain - b.gain)[0]?.scene
        return scene !== undefined
      }, 'a scene gives something up')
      said(`${scene} gives something up`)
      await surging(async () => {
        const kept = await page.locator(`tr[data-scene="${scene}"] [data-cell=kept]`).innerText()
        return parseFloat(kept) < 100
      }, `the board shows that ${scene} keeps less than all`)
      await shoot(v, 'flood-board')

      // On its page: the same nodes as by the API, each with why and for whom.
      await page.goto(`t/${team}/scenes/${scene}?tab=degrade`)
      await page.waitForSelector('tr[data-module]')
      path = `scenes/${scene}/degradation`
      let shown
      await surging(async () => {
        shown = await nodesOf(page)
        const told = await of(path)
        const same = told.modules.every((m) => {
          const row = shown.find((x) => x.node === m.node)
          if (!row || row.less > SOME !== m.less > SOME || Math.abs(row.less - m.less) >= NEAR) return false
          return m.less <= SOME || (row.cause === (m.cause ?? '') && row.why.length > 40 && named(row.why, m))
        })
        return same && shown.length === told.modules.length && shown.some((r) => r.less > SOME)
      }, 'the page and the API give up the same, for the same reason and the same users').catch((error) => {
        throw new Error(`${error.message}: ${JSON.stringify(shown)}`)
      })
      said(`${shown.filter((r) => r.less > SOME).map((r) => `${r.node} ${(100 * r.less).toFixed(0)} % less`).join(', ')}`)
      await surging(async () => !(await page.locator('[data-degrade-state=normal]').count()), 'the page says that the scene is not normal')
      await page.waitForSelector('[data-whatif-told]:has-text("cores")')
      await shoot(v, 'flood')
      const found = await axe(v)
      want(found.length === 0, found.join('\n'))
    } finally {
      await traffic({ rate: usual.rate, running: usual.running })
    }

    // It comes back by itself, and both tell the same story of it in order.
    const back = async () => (await page.locator('[data-degrade-state=normal]').count()) > 0 && (await page.locator('tr[data-module][data-trouble=true]').count()) === 0
    await until(back, 'normal again', BACK).catch(async (error) => {
      throw new Error(`${error.message}: ${await story(of, path)}`)
    })
    said('normal again')
    let events, rows
    await until(
      async () => {
        events = (await of(`${path}/events?limit=200`)).items
        rows = await page.locator('[data-degrade-event]').evaluateAll((list) => list.map((e) => `${e.dataset.degradeEvent} ${e.dataset.to} ${Date.parse(e.querySelector('time').dateTime)}`))
        return rows.length > 0 && rows.join() === events.map((e) => `${e.seq} ${e.to} ${Date.parse(e.at)}`).join()
      },
      'the timeline has the events of the API',
    )
    want(events.every((e, i) => i === 0 || e.seq < events[i - 1].seq), 'events out of order')
    const states = events.filter((e) => e.from !== e.to).reverse()
    want(states.every((e, i) => i === 0 || e.from === states[i - 1].to), `a change is missing: ${states.map((e) => `${e.from}→${e.to}`).join(' ')}`)
    const again = states.findLast((e) => e.to === 'normal' && Date.parse(e.at) > pressed)
    const worst = states.findLast((e) => (e.to === 'degraded' || e.to === 'shedding') && e.seq < again?.seq)
    want(again && worst, `the story is ${states.map((e) => `${e.at} ${e.to}`).join(', ')}`)

    // A moment of the past is marked as such.
    await page.click(`[data-degrade-event="${worst.seq}"] button`)
    await page.waitForSelector(`[data-then=${worst.to}]`)
    await shoot(v, 'flood-then')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
