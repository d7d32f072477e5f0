// Prints how quickly the Overview shows and how busy it keeps the main thread:
// `node web/e2e/speed.mjs`. On the mock, so that only the console is measured.
// With --check it fails above the budgets by CPU time of the page's main thread,
// which other processes of the machine do not touch; times on the wall are only
// printed, because a shared machine decides half of them.
import { openBrowser } from './browser.mjs'
import { serveMock } from './mock/serve.mjs'
import { logIn, visit } from './visit.mjs'

const SECONDS = 6
const check = process.argv.includes('--check')
/** Main-thread share of the board with 200 scenes, per cent. */
const SHARE = 20
let failed = 0

async function measure(browser, scenes, beatMs) {
  const server = await serveMock({ scenes, beatMs })
  const v = await visit(browser, server)
  const { page } = v
  await logIn(v, server)
  await page.goto('t/demo/overview')
  const live = await page.evaluate(
    () =>
      new Promise((done) => {
        const look = () => (document.querySelector('tr[data-scene]') ? done(performance.now()) : requestAnimationFrame(look))
        look()
      }),
  )
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  if (scenes > 20) await page.locator('tr td button').last().click()
  await page.waitForTimeout(1500)
  const cdp = await v.context.newCDPSession(page)
  // CPU time of the thread, not time on the wall: other processes of the machine do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  const before = await busy()
  await page.waitForTimeout(SECONDS * 1000)
  const after = await busy()
  const share = ((after.TaskDuration - before.TaskDuration) / SECONDS) * 100
  const heap = (after.JSHeapUsedSize - before.JSHeapUsedSize) / 2 ** 20
  const over = share > SHARE
  if (over) failed++
  console.log(
    `${over ? 'OVER' : 'ok  '} ${String(scenes).padStart(4)} scenes at ${(1000 / beatMs).toFixed(0)} Hz: first paint ${paint.toFixed(0)} ms, rows ${live.toFixed(0)} ms, main thread ${share.toFixed(1)} % of ${SHARE} busy, heap ${heap >= 0 ? '+' : ''}${heap.toFixed(1)} MB in ${SECONDS} s`,
  )
  await v.context.close()
  await server.stop()
}

const browser = await openBrowser()
if (!browser) {
  console.log('speed not measured: no browser')
  process.exit(0)
}
await measure(browser, 4, 1000)
await measure(browser, 200, 1000)
await measure(browser, 200, 250)
await browser.close()
process.exit(check && failed > 0 ? 1 : 0)
