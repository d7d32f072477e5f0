// From a trace to the line of a node in the version that ran, from an item to the
// sources and scores that placed it, and why a document is not there.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  needsRiffle: true,
  name: 'why an item is here, and why another is not',
  async run({ browser, server }) {
    const found = []
    for (const [theme, lang] of [
      ['light', 'en'],
      ['dark', 'zh'],
    ]) {
      const v = await visit(browser, server, { theme, lang })
      const { page, faults } = v
      const check = async (name) => found.push(...(await axe(v)).map((fault) => `${name} ${lang}: ${fault}`))
      const scene = server.scenes[0]
      await logIn(v, server)

      // A run by hand: two items, of which the second is dropped by a smaller page.
      // Once more where a busy machine had nothing in time.
      const post = async (door, data, good) => {
        let answer
        await until(async () => {
          const said = await page.request.post(`api/v1/teams/${server.team}/${door}`, { headers: { 'X-Riffle-CSRF': '1' }, data })
          answer = said.ok() ? await said.json() : { items: [] }
          return good(answer)
        }, `${door} answers items`)
        return answer
      }
      const run = (k, least) => post('runs', { scene: scene.name, source: 'live', request: { ...scene.request, k }, explain: true }, (r) => r.items.length >= least && r.outcome === 'ok')
      const last = (await run(5, 5)).items.at(-1)._key
      const small = await run(1, 1)
      await page.goto(`t/${server.team}/runs/${small.id}`)
      await page.locator('button.rank').first().click()
      await page.waitForSelector('.why-item [data-stage]')
      await check('why here')
      await shoot(v, 'why-here')
      const lookFor = (id, fate) =>
        until(async () => {
          await page.fill('input[name=why-not]', id)
          const go = page.locator('form', { has: page.locator('input[name=why-not]') }).locator('button[type=submit]')
          await go.click()
          await until(() => go.isEnabled(), 'the request is answered')
          return (await page.locator(`[data-fate=${fate}]`).count()) > 0
        }, `${id} is ${fate}`)
      await lookFor(last, 'dropped')
      const dropped = page.locator('[data-fate=dropped] [data-drop]').first()
      const node = await dropped.getAttribute('data-drop')
      await check('why not')
      await shoot(v, 'why-not')

      // Its name leads to the line, in the text of that version.
      const line = await dropped.locator('a').getAttribute('data-line')
      await dropped.locator('a').click()
      await page.waitForURL((url) => /\/versions\/\d+$/.test(url.pathname) && url.searchParams.get('line') === line && url.searchParams.get('node') === node)
      await page.waitForSelector(`.code-box[data-at="${line}"]`)
      await check('version at a line')
      await shoot(v, 'why-line')
      await page.goBack()
      await page.waitForSelector('tr[data-item]')

      // A document that was never put.
      await lookFor('no such document', 'missing')

      // The same from a trace, which holds no items: its request is explained anew.
      const id = (await post(`scenes/${scene.name}/serve`, { request: { ...scene.request, k: 3 }, explain: true }, (a) => a.items.length > 0)).trace_id
      await page.goto(`t/${server.team}/traces?kept=asked`)
      await page.waitForSelector(`a[href*="/traces/${id}"]`)
      await page.goto(`t/${server.team}/traces/${id}`)
      await page.waitForSelector('[data-reasons~=asked]')
      await page.locator('tr[data-node] a[data-line]').first().click()
      await page.waitForURL(/\/versions\/\d+\?/)
      await page.waitForSelector('.code-box[data-at]')
      await page.goBack()
      await until(async () => {
        // Once more where a busy machine had nothing in time.
        await page.goto(`t/${server.team}/traces/${id}`)
        await page.click('[data-explain]')
        await page.locator('[data-explain]').waitFor({ state: 'detached' })
        return (await page.locator('tr[data-item] button.rank').count()) > 0
      }, 'the trace is explained')
      await page.locator('button.rank').first().click()
      await page.waitForSelector('.why-item [data-stage] a[data-line]')
      await check('trace')
      await shoot(v, 'why-trace')

      // Where the scene's time goes.
      await page.goto(`t/${server.team}/scenes/${scene.name}`)
      await page.waitForSelector('tr[data-time]')
      await page.locator('tr[data-time]').first().scrollIntoViewIfNeeded()
      await check('time')
      await shoot(v, 'why-time')
      want(faults.length === 0, faults.join('\n'))
      await v.context.close()
    }
    want(found.length === 0, found.join('\n'))
  },
}
