// Login → the Overview moves → the server is killed and started again → the
// board recovers by itself.
import { changes, shoot, until, visit, want } from '../visit.mjs'

const figures = (page) => page.locator('.kpis').innerText()
const phase = (page) => page.locator('[data-live]').getAttribute('data-live')

export default {
  name: 'login, moving board, killed server, recovery',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'en' })
    const { page, faults } = v
    await page.goto(`t/${server.team}/scenes`)
    await page.waitForURL('**/login?next=**')
    await page.fill('input[name=login]', server.login)
    await page.fill('input[name=password]', 'not the password')
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=alert]')
    await page.fill('input[name=password]', server.password)
    await page.click('button[type=submit]')
    await page.waitForURL(`**/t/${server.team}/scenes`)

    await page.click('nav a[href$="/overview"]')
    await page.waitForSelector(`tr[data-scene="${server.scenes[0].name}"]`)
    want((await page.title()).startsWith(`Overview · ${server.team}`), `title is ${await page.title()}`)
    await until(async () => (await phase(page)) === 'live', 'the indicator says live')
    await changes(() => figures(page), 'the figures')
    await shoot(v, 'overview-live')
    const rows = await page.locator('tr[data-scene]').count()

    await server.kill()
    await page.waitForSelector('[data-banner]', { timeout: 10_000 })
    want((await page.locator('.frame').getAttribute('data-stale')) === 'true', 'old values do not look old')
    want((await page.locator('tr[data-scene]').count()) === rows, 'rows vanished with the connection')
    await shoot(v, 'overview-lost')

    await server.start()
    await until(async () => (await phase(page)) === 'live', 'live again after the restart', 60_000)
    await page.waitForSelector('[data-banner]', { state: 'detached' })
    await changes(() => figures(page), 'the figures after the restart', 20_000)
    const events = await page.locator('[data-event]').evaluateAll((list) => list.map((e) => e.getAttribute('data-event')))
    want(new Set(events).size === events.length, 'an event shows twice')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
