// A page whose code cannot be loaded says so within the frame, which stays the
// only main part of the page, and the way back works.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'a page that cannot be loaded',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'zh' })
    const { page } = v
    await logIn(v, server)
    const part = /\/assets\/audit-page-[^/]*\.js/
    await page.route(part, (route) => route.abort())
    await page.goto(`t/${server.team}/audit`)
    await page.waitForSelector('main .note[role=alert]')
    want((await page.locator('main').count()) === 1, 'there are several main parts')
    const found = await axe(v)
    want(found.length === 0, found.join('\n'))
    await shoot(v, 'broken')
    await page.unroute(part)
    await page.goto(`t/${server.team}/overview`)
    await until(async () => (await page.locator('tr[data-scene]').count()) > 0, 'another page is there')
    await v.context.close()
  },
}
