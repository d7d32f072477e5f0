// An empty instance under a sub-path: the first account logs in, makes a team,
// loads the sample from the empty board, and the board moves when scenes are
// asked. The zone switch changes axis and table alike.
import { call } from '../call.mjs'
import { Riffle } from '../riffle.mjs'
import { axe, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'first login, sample, sub-path on the binary',
  needsRiffle: true,
  async run({ browser }) {
    const server = new Riffle({ demo: false, base: '/console/' })
    let failed = true
    try {
      await server.start()
      const v = await visit(browser, server, { theme: 'light', lang: 'zh' })
      const { page, faults } = v
      const found = []
      const check = async (name) => found.push(...(await axe(v)).map((fault) => `${name}: ${fault}`))
      await page.goto('login')
      await page.fill('input[name=login]', server.login)
      await page.fill('input[name=password]', server.password)
      await page.click('button[type=submit]')
      await page.waitForURL('**/console/me')
      await page.fill('[data-make-team] input', 'ads')
      await page.click('[data-make-team] button')
      await page.waitForURL('**/console/t/ads/overview')
      await page.waitForSelector('.sample button')
      await check('empty overview')
      await shoot(v, 'first-empty')

      await page.click('.sample button')
      await page.waitForSelector('tr[data-scene]')
      const scenes = (await call(v, 'GET', 'teams/ads/scenes')).body.items
      want(scenes.length > 0, 'the sample has no scene')
      const scene = scenes[0]
      const began = Date.now()
      const ask = () => call(v, 'POST', `teams/ads/scenes/${scene.name}/serve`, { request: sampleRequest(scene.params) })
      await until(async () => (await ask()).status === 200, 'the sample answers')
      await until(async () => {
        await ask()
        return /[1-9]/.test(await page.locator(`tr[data-scene="${scene.name}"] [data-cell=qps]`).innerText())
      }, 'the board shows live numbers')
      console.log(`      the board moved ${((Date.now() - began) / 1000).toFixed(1)} s after the first request`)
      await shoot(v, 'first-live')

      // Deep link, lazy chunk and socket under the sub-path; axis and table in one zone.
      await page.goto(`t/ads/scenes/${scene.name}?tab=graph`)
      await page.waitForSelector('.gnode')
      await until(async () => (await page.locator('[data-live]').getAttribute('data-live')) === 'live', 'live under the sub-path')
      await check('graph')
      await page.goto('t/ads/audit')
      await page.waitForSelector('[data-audit] time')
      const shown = () => page.locator('[data-audit] time').first().innerText()
      const before = await shown()
      const tip = await page.locator('[data-audit] time').first().getAttribute('title')
      await page.locator('.topbar button', { hasText: /UTC/ }).click()
      await until(async () => tip !== (await page.locator('[data-audit] time').first().getAttribute('title')) || before === (await shown()), 'the zone switch reaches the table')
      await page.goto('t/nobody/overview')
      await page.waitForSelector('.note')
      await check('no such team')
      await shoot(v, 'first-noteam')
      want(found.length === 0, found.join('\n'))
      want(faults.length === 0, faults.join('\n'))
      await v.context.close()
      failed = false
    } finally {
      await server.stop({ keepLog: failed })
    }
  },
}

/** The least request of the parameters: what is required, by its shape. */
function sampleRequest(params) {
  const value = (s) => (s.kind === 'record' ? Object.fromEntries((s.fields ?? []).filter((f) => f.required).map((f) => [f.name, value(f.shape)])) : s.kind === 'int' || s.kind === 'float' ? (s.low ?? 1) : s.kind === 'list' ? [] : (s.words?.[0] ?? 'a'))
  return Object.fromEntries(params.filter((p) => p.required).map((p) => [p.name, value(p.shape)]))
}
