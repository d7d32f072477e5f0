// The database stops answering: the board says so and goes on moving, because
// scenes are served from the last good plan; it comes back, the banner goes.
import { axe, changes, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'database stopped and back',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'zh' })
    const { page, faults } = v
    await logIn(v, server)
    await page.waitForSelector('tr[data-scene]')
    await until(async () => (await page.locator('[data-database]').count()) === 0, 'no banner while the database is well')
    await server.stopDatabase()
    try {
      await page.waitForSelector('[data-database=down]')
      await changes(() => page.locator('.kpis').innerText(), 'the figures without a database')
      await shoot(v, 'database-down')
      const found = await axe(v)
      want(found.length === 0, found.join('\n'))
    } finally {
      await server.startDatabase()
    }
    await page.waitForSelector('[data-database]', { state: 'detached' })
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
