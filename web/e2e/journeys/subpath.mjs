// The same build under /console/ (always on the mock: it serves the policy and
// the base as the binary does): deep link, lazy chunk, socket, narrow window.
import { Mocked } from '../mocked.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'under a sub-path, on a narrow window',
  async run({ browser }) {
    const server = new Mocked({ base: '/console/' })
    await server.start()
    try {
      const v = await visit(browser, server, { theme: 'light', lang: 'zh', width: 700, height: 900 })
      const { page, faults } = v
      await page.goto('t/demo/scenes/home')
      await page.waitForURL('**/console/login?next=**')
      await page.fill('input[name=login]', server.login)
      await page.fill('input[name=password]', server.password)
      await page.click('button[type=submit]')
      await page.waitForURL('**/console/t/demo/scenes/home')
      await page.waitForSelector('canvas')
      await until(async () => (await page.locator('[data-live]').getAttribute('data-live')) === 'live', 'live under the sub-path')
      const found = await axe(v)
      await shoot(v, 'narrow-scene')
      await page.goto('t/demo/overview')
      await page.waitForSelector('tr[data-scene]')
      found.push(...(await axe(v)))
      await shoot(v, 'narrow-overview')
      await page.goto('t/empty/overview')
      await page.waitForSelector('.steps')
      found.push(...(await axe(v)))
      await shoot(v, 'empty')
      want(found.length === 0, found.join('\n'))
      want(faults.length === 0, faults.join('\n'))
      await v.context.close()
    } finally {
      await server.stop()
    }
  },
}
