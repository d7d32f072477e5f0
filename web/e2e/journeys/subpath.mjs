// The same build under /console/ (always on the mock: it serves the policy and
// the base as the binary does): deep link, lazy chunk, socket, narrow window;
// the zone on a chart's axis and in a table alike; a dark reload.
import { Mocked } from '../mocked.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'under a sub-path, on a narrow window',
  async run({ browser }) {
    const server = new Mocked({ base: '/console/' })
    await server.start()
    try {
      const v = await visit(browser, server, { theme: 'light', lang: 'zh', width: 700, height: 900, timezone: 'Asia/Shanghai' })
      await v.context.addInitScript(listenToCanvas)
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
      await zones(page)
      await darkReload(page)
      want(found.length === 0, found.join('\n'))
      want(faults.length === 0, faults.join('\n'))
      await v.context.close()
    } finally {
      await server.stop()
    }
  },
}

/** An axis is drawn, not written: keeps what is drawn as a clock. */
function listenToCanvas() {
  window.clocks = []
  const draw = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (/^\d\d:\d\d/.test(text)) window.clocks.push(text)
    return draw.call(this, text, ...rest)
  }
}

const hours = (clock) => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60

/** Eight hours between local time and UTC, on the axis of a chart and in a table. */
async function zones(page) {
  const axis = async () => {
    await page.evaluate(() => (window.clocks.length = 0))
    await page.waitForFunction(() => window.clocks.length > 3)
    return page.evaluate(() => window.clocks.slice(0, 1)[0])
  }
  const apart = (local, utc) => Math.abs(((hours(local) - hours(utc) + 24) % 24) - 8) < 0.5
  await page.goto('t/demo/scenes/home')
  await page.waitForSelector('canvas')
  const local = await axis()
  await page.click('.zone')
  await until(async () => apart(local, await axis()), 'the axis is eight hours back in UTC')
  await page.goto('t/demo/traces')
  await page.waitForSelector('tr.link time')
  const cell = () => page.locator('tr.link time').first()
  const clockOf = async () => /\d\d:\d\d:\d\d/.exec(await cell().innerText())[0]
  const utc = await clockOf()
  const stamp = await cell().getAttribute('datetime')
  want(stamp.includes(`T${utc.slice(0, 5)}`), `the table shows ${utc} for ${stamp} in UTC`)
  await page.click('.zone')
  await until(async () => apart(await clockOf(), utc), 'the table is eight hours on in UTC+8')
}

/** Dark from the first frame, also where the theme's script has a longer way. */
async function darkReload(page) {
  await page.evaluate(() => localStorage.setItem('riffle.theme', 'dark'))
  await page.context().addInitScript(() => localStorage.setItem('riffle.theme', 'dark'))
  await page.goto('t/demo/scenes', { waitUntil: 'commit' })
  // The body begins, and with it what can be painted, once the theme's script has run.
  await page.waitForFunction(() => document.body !== null)
  want((await page.locator('html').getAttribute('data-theme')) === 'dark', 'a dark reload began light')
  await page.waitForSelector('tr[data-scene]')
}
