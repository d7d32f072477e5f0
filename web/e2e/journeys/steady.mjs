// The board appears without pushing anything about: what was painted stays where
// it is, on a wide screen and on a narrow one, for the first visit and for one
// that remembers the last. Nothing is cut off, and what scrolls says so.
import { logIn, visit, want } from '../visit.mjs'

/** A hair of movement is a column whose figures became a digit or two wider; a panel that moves is many times that. */
const LEAST = 0.01

export default {
  name: 'nothing moves while the board loads',
  async run({ browser, server }) {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      const v = await visit(browser, server, { theme: 'light', lang: 'en', width, height })
      await v.page.addInitScript(() => {
        window.shifts = []
        new PerformanceObserver((list) => {
          for (const e of list.getEntries()) {
            const nodes = e.sources.map((s) => (s.node instanceof Element ? s.node : s.node?.parentElement)).filter(Boolean)
            // A row changes its place when the state of its scene changes, whenever that is.
            if (nodes.every((n) => n.closest('tr[data-scene]'))) continue
            window.shifts.push({ value: e.value, of: nodes.map((n) => n.className || n.nodeName) })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await logIn(v, server)
      for (const time of ['first', 'second']) {
        if (time === 'first') await v.page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('riffle.was.')).forEach((k) => localStorage.removeItem(k)))
        await v.page.goto(`t/${server.team}/overview`)
        await v.page.waitForSelector('tr[data-scene]')
        await v.page.waitForSelector('[data-event], .events')
        await v.page.waitForTimeout(700)
        const shifts = await v.page.evaluate(() => window.shifts)
        const sum = shifts.reduce((n, s) => n + s.value, 0)
        want(sum < LEAST, `${width} px, ${time} visit: ${sum.toFixed(4)} ${JSON.stringify(shifts.filter((s) => s.value > 0.001))}`)
      }
      const cut = await v.page.evaluate(() => [...document.querySelectorAll('.kpi .foot, .kpi .name')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent))
      want(cut.length === 0, `${width} px: captions are cut: ${cut}`)
      await v.page.goto(`t/${server.team}/scenes/${server.scenes[0].name}?tab=graph`)
      if (width > 560) {
        await v.page.waitForSelector('.gedges path')
      } else {
        // On a narrow screen the list comes first, and says by its edge that it goes on.
        await v.page.waitForSelector('tr[data-row]')
        await v.page.waitForSelector('.table-box[data-more=right]')
        await v.page.locator('.table-box').evaluate((e) => (e.scrollLeft = e.scrollWidth))
        await v.page.waitForSelector('.table-box[data-more=left]')
      }
      want(v.faults.length === 0, v.faults.join('\n'))
      await v.context.close()
    }
  },
}
