// Prints how quickly the Overview shows, how busy it keeps the main thread, and
// how soon a trace of many spans opens: `node web/e2e/speed.mjs`. On the mock, so
// that only the console is measured. Shares are CPU time of the page's main
// thread, which other processes of the machine do not touch; times on the wall
// are half decided by a shared machine, and nothing fails here.
import { openBrowser } from './browser.mjs'
import { say, share } from './measure.mjs'
import { serveMock } from './mock/serve.mjs'
import { logIn, visit } from './visit.mjs'

const SECONDS = 6
const BOARD_SHARE = 20
const PAINT = { open: { paint: 1000, live: 1500 }, throttled: { paint: 2200 } }
const TRACE = { spans: 5000, ms: 1000, nodes: 2000 }
/** A slow laptop on a slow line: a quarter of the CPU, 10 Mbit/s, 40 ms to and fro. */
const SLOW = { cpu: 4, bytesPerSecond: (10 * 2 ** 20) / 8, latency: 40 }

const firstRow = (page, selector) =>
  page.evaluate(
    (what) =>
      new Promise((done) => {
        const look = () => (document.querySelector(what) ? done(performance.now()) : requestAnimationFrame(look))
        look()
      }),
    selector,
  )
const painted = (page) => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)

/** The first visit of somebody who has nothing of the console yet. */
async function paint(browser, slow) {
  const server = await serveMock({ scenes: 4, beatMs: 1000 })
  const v = await visit(browser, server)
  await logIn(v, server)
  const state = await v.context.storageState()
  await v.context.close()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.address.replace(/\/?$/, '/'), storageState: state })
  const page = await context.newPage()
  if (slow) {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: SLOW.latency, downloadThroughput: SLOW.bytesPerSecond, uploadThroughput: SLOW.bytesPerSecond })
  }
  await page.goto('t/demo/overview')
  const live = await firstRow(page, 'tr[data-scene]')
  const name = slow ? 'Overview at a quarter of the CPU and 10 Mbit/s' : 'Overview'
  say(`${name}, first paint`, await painted(page), (slow ? PAINT.throttled : PAINT.open).paint, 'ms', slow ? { note: `live rows after ${live.toFixed(0)} ms` } : {})
  if (!slow) say(`${name}, live rows`, live, PAINT.open.live, 'ms')
  await context.close()
  await server.stop()
}

async function board(browser, scenes, beatMs) {
  const server = await serveMock({ scenes, beatMs })
  const v = await visit(browser, server)
  await logIn(v, server)
  await v.page.goto('t/demo/overview')
  await firstRow(v.page, 'tr[data-scene]')
  if (scenes > 20) await v.page.locator('tr td button').last().click()
  await v.page.waitForTimeout(1500)
  say(`${scenes} scenes at ${(1000 / beatMs).toFixed(0)} Hz, main thread`, await share(v.page, SECONDS), BOARD_SHARE, '%', { digits: 1 })
  await v.context.close()
  await server.stop()
}

/** A trace as long as none should be: its page is opened from the list, where its code may be loaded already. */
async function trace(browser) {
  const server = await serveMock()
  const v = await visit(browser, server)
  await logIn(v, server)
  const { page } = v
  const [id] = server.world.traces().map((t) => t.id)
  const one = server.world.trace(id)
  const spans = Array.from({ length: TRACE.spans }, (_, i) => ({ ...one.nodes[i % one.nodes.length], name: `node_${i}`, start_ms: (i / TRACE.spans) * 100, took_ms: 2 }))
  await page.route(`**/traces/${id}`, (r) => (r.request().resourceType() === 'document' ? r.fallback() : r.fulfill({ json: { ...one, nodes: spans } })))
  await page.goto('t/demo/traces')
  await page.waitForSelector('tr.link')
  const began = await page.evaluate((to) => {
    const link = [...document.querySelectorAll('tr.link a')].find((a) => a.href.endsWith(to))
    const now = performance.now()
    link.click()
    return now
  }, id)
  const shown = await firstRow(page, '.span-track')
  say(`a trace of ${TRACE.spans} spans opens`, shown - began, TRACE.ms, 'ms')
  say(`a trace of ${TRACE.spans} spans, elements`, await page.evaluate(() => document.querySelectorAll('*').length), TRACE.nodes, 'nodes')
  await v.context.close()
  await server.stop()
}

const browser = await openBrowser()
if (!browser) {
  console.log('speed not measured: no browser')
  process.exit(0)
}
await paint(browser, false)
await paint(browser, true)
await board(browser, 200, 1000)
await board(browser, 200, 250)
await trace(browser)
await browser.close()
