// A fault drill makes a scene slow: the page shows it without a reload, with the
// interval around the rate and the node that is to blame; it ends and so says the
// event list, once and in order.
import { call } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'fault drill on the scene page',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'en' })
    const { page, faults } = v
    const team = server.team
    const scene = server.scenes[0].name
    await logIn(v, server)
    await page.goto(`t/${team}/scenes/${scene}`)
    await page.waitForSelector('tr[data-node]')
    await until(async () => /\d/.test(await page.locator('[data-scene-now]').innerText()), 'the scene has figures')
    const failing = () => page.locator('tr[data-node] td.tone-bad > [aria-hidden]').count()
    const before = Math.min(await failing(), 2) // a busy machine has late nodes already; the drill makes four
    const drill = await call(v, 'POST', `teams/${team}/faults`, { target: 'resource', name: 'apps', kind: 'delay', delay_ms: 300, share: 0.7, scene, until: new Date(Date.now() + 600_000).toISOString() })
    want(drill.status === 201, `the drill was refused: ${JSON.stringify(drill.body)}`)
    try {
      const began = Date.now()
      await until(async () => (await failing()) > before, 'failing nodes are marked')
      console.log(`      failing nodes on the screen after ${((Date.now() - began) / 1000).toFixed(1)} s`)
      await until(async () => (await call(v, 'GET', `teams/${team}/scenes/${scene}/live`)).body.timeout_rate > 0.02, 'the API tells timeouts')
      await until(async () => (await page.locator('[data-scene-now] .wilson .range').count()) >= 2, 'an interval around the rate')
      // The word of the state may lag behind the figures, but then it says so.
      await until(async () => (await page.locator('.page-head [data-state=slow], .page-head [data-rising]').count()) > 0, 'the head says that the scene is slow or becomes so')
      await until(async () => {
        const { body } = await call(v, 'GET', `teams/${team}/scenes/${scene}/live`)
        const shown = await page.locator('[data-cell=degraded]').innerText()
        return Math.abs(parseFloat(shown) / 100 - body.degraded_share) < 0.15
      }, 'screen and API tell one share of degraded answers')
      await shoot(v, 'drill-live')
      await page.click('[data-tab=graph]')
      await page.waitForSelector('.gnode')
      await until(async () => (await page.locator('.gnode.tone-bad, .gnode .tone-bad').count()) > 0, 'a node of the graph is marked')
      await shoot(v, 'drill-graph')
      const found = await axe(v)
      want(found.length === 0, found.join('\n'))
    } finally {
      await call(v, 'DELETE', `teams/${team}/faults/${drill.body.id}`)
    }
    await page.goto(`t/${team}/overview`)
    await page.waitForSelector('[data-event]')
    await until(async () => (await page.locator('[data-event][title="fault.ended"]').count()) > 0, 'the end of the drill is an event')
    const events = await page.locator('[data-event]').evaluateAll((list) => list.map((e) => Number(e.getAttribute('data-event'))))
    want(events.every((n, i) => i === 0 || n < events[i - 1]), `events out of order: ${events}`)
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
