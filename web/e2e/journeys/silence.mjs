// A socket that stays open but brings nothing: stale, then values by polling;
// frames again, and all is live. A session that ends under an open page is
// renewed over it.
import { changes, logIn, shoot, until, visit, want } from '../visit.mjs'

const phase = (page) => page.locator('[data-live]').getAttribute('data-live')

export default {
  name: 'half-open socket, expired session',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'en' })
    const { page, faults, context } = v
    let silent = false
    let held = true // answers to polling, so that old values can be seen before they are fetched
    await page.route(/api\/v1\/teams\/[^/]+\/overview/, async (route) => {
      await until(() => !silent || !held, 'the values may be fetched', 600_000)
      await route.continue()
    })
    await page.routeWebSocket(/api\/v1\/live/, (near) => {
      const far = near.connectToServer()
      near.onMessage((m) => silent || far.send(m))
      far.onMessage((m) => silent || near.send(m))
    })
    await logIn(v, server)
    await page.waitForSelector('tr[data-scene]')
    await until(async () => (await phase(page)) === 'live', 'live before the silence')
    silent = true
    await until(async () => (await phase(page)) === 'stale', 'stale')
    await until(async () => (await page.locator('.frame').getAttribute('data-stale')) === 'true', 'values of a silent socket look old')
    held = false
    const events = () => page.locator('[data-event]').evaluateAll((list) => list.map((e) => Number(e.getAttribute('data-event'))))
    const known = await events()
    await page.waitForSelector('[data-banner=polling]')
    await shoot(v, 'polling')
    await changes(() => page.locator('.kpis').innerText(), 'the figures by polling')
    await until(async () => (await page.locator('.frame').getAttribute('data-stale')) === 'false', 'values that are fetched do not look old')
    // A scene is fetched as well as the board, its nodes too.
    await page.click(`tr[data-scene="${server.scenes[0].name}"] a`)
    await page.waitForSelector('tr[data-node]')
    await changes(() => page.locator('[data-scene-now]').innerText(), 'the figures of a scene by polling')
    await page.goBack()
    await page.waitForSelector('tr[data-scene]')
    silent = false
    await until(async () => (await phase(page)) === 'live', 'live after the silence')
    await page.waitForSelector('[data-banner]', { state: 'detached' })
    const then = await events()
    want(new Set(then).size === then.length, `an event shows twice: ${then}`)
    want(then.every((n, i) => i === 0 || n < then[i - 1]), `events out of order: ${then}`)
    want(known.every((n) => then.includes(n)) || then.length >= 100, 'an event from before the silence is gone')

    await page.goto(`t/${server.team}/traces`)
    await page.waitForSelector('tr.link')
    await context.clearCookies()
    await page.locator('.page-head button').click()
    await page.waitForSelector('[role=dialog] input[name=password]')
    await shoot(v, 'expired')
    want((await page.locator('tr.link').count()) > 0, 'the page behind the dialog was lost')
    await page.fill('[role=dialog] input[name=login]', server.login)
    await page.fill('[role=dialog] input[name=password]', server.password)
    await page.click('[role=dialog] button[type=submit]')
    await page.waitForSelector('[role=dialog]', { state: 'detached' })
    await page.locator('.page-head button').click()
    want(page.url().endsWith('/traces'), `the address became ${page.url()}`)
    want(faults.length === 0, faults.join('\n'))
    await context.close()
  },
}
