// The demo's traffic is changed from the board, and the board shows it.
import { logIn, shoot, until, visit, want } from '../visit.mjs'

const rate = (page) => page.locator('[data-traffic]').getAttribute('data-traffic').then(Number)

export default {
  name: 'traffic rate and surge',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'zh' })
    const { page, faults } = v
    await logIn(v, server)
    await page.waitForSelector('.traffic input')
    const before = await rate(page)
    want(before > 0, `the demo's traffic is ${before}`)
    const wanted = Math.round(before) + 7
    await page.fill('.traffic input', String(wanted))
    await page.click('.traffic button[type=submit]')
    await until(async () => (await rate(page)) === wanted, `the board shows ${wanted}`)
    const surge = () => page.locator('[data-surge]').getAttribute('data-surge').then(Number)
    await page.locator('[data-surge-button]').click()
    await until(async () => (await surge()) > 1, 'the surge arrives')
    await shoot(v, 'surge')
    await page.locator('[data-surge-stop]').click()
    await until(async () => (await surge()) === 1, 'the surge ends')
    want((await rate(page)) === wanted, 'the rate from before was lost')
    await page.fill('.traffic input', String(Math.round(before)))
    await page.click('.traffic button[type=submit]')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
