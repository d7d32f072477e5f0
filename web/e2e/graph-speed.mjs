// Prints what the graph costs with 60 and with 500 nodes whose numbers change
// ten times a second, how it is moved about, and what it holds of memory after a
// while: `node web/e2e/graph-speed.mjs [--soak=minutes]`. Shares are CPU time of
// the page's main thread, so that other processes of the machine do not count;
// frames and times on the wall do depend on them, and nothing fails here.
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { openBrowser } from './browser.mjs'
import { meter, option, say, share } from './measure.mjs'

const SECONDS = 8
const SHARES = { 60: 15, 500: 25 }
const LAYOUT_MS = 50
const DRAWN_MS = 2000
const FRAMES = 30
const GROWTH_MB = 20
/** The budget of the heap is for half an hour; three minutes show a leak that would pass it. */
const soak = option('soak', 3)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function serve(dir) {
  const server = createServer((req, res) => {
    const file = join(dir, new URL(req.url, 'http://x').pathname.replace(/\/$/, '/index.html'))
    if (!file.startsWith(dir) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return res.writeHead(404).end()
    res.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(res)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}

async function open(browser, address, nodes) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.addInitScript(() => {
    window.long = 0
    new PerformanceObserver((list) => (window.long = Math.max(window.long, ...list.getEntries().map((e) => e.duration)))).observe({ entryTypes: ['longtask'] })
  })
  await page.goto(`${address}?nodes=${nodes}`)
  await page.waitForFunction((n) => document.querySelectorAll('.gnode').length === n && document.querySelector('.gedges'), nodes)
  return page
}

async function cost(browser, address, nodes) {
  const page = await open(browser, address, nodes)
  const drawn = await page.evaluate(() => performance.now() - window.mountedAt)
  await page.waitForTimeout(1500)
  await page.evaluate(() => (window.long = 0))
  const busy = await share(page, SECONDS)
  const { layout, long, figures } = await page.evaluate(() => ({
    layout: window.layoutMs,
    long: window.long,
    figures: [...document.querySelectorAll('.gnode-sub')].filter((e) => /p99/.test(e.textContent)).length,
  }))
  say(`${nodes} nodes at 10 Hz, main thread`, busy, SHARES[nodes], '%', { digits: 1, note: `${figures} of them with figures, longest task ${long.toFixed(0)} ms` })
  say(`${nodes} nodes, layout`, layout, LAYOUT_MS, 'ms', { digits: 1 })
  say(`${nodes} nodes, drawn`, drawn, DRAWN_MS, 'ms')
  await page.context().close()
}

/** Frames a second while the picture is dragged to and fro, software rendering included. */
async function pan(browser, address, nodes) {
  const page = await open(browser, address, nodes)
  await page.waitForTimeout(1000)
  const before = await page.locator('.react-flow__viewport').evaluate((e) => e.style.transform)
  await page.mouse.move(640, 720) // below the cards, inside the picture
  await page.mouse.down()
  await page.mouse.move(650, 710)
  await page.evaluate(() => {
    window.frames_ = []
    const frame = (t) => (window.frames_.push(t), requestAnimationFrame(frame))
    requestAnimationFrame(frame)
  })
  const end = Date.now() + 4000
  for (let i = 0; Date.now() < end; i++) {
    await page.mouse.move(640 + 200 * Math.sin(i / 12), 660 + 60 * Math.cos(i / 12))
    await page.waitForTimeout(8)
  }
  const { fps, worst } = await page.evaluate(() => {
    const t = window.frames_
    const gaps = t.slice(1).map((v, i) => v - t[i])
    return { fps: (gaps.length / (t[t.length - 1] - t[0])) * 1000, worst: Math.max(...gaps) }
  })
  const moved = (await page.locator('.react-flow__viewport').evaluate((e) => e.style.transform)) !== before
  await page.mouse.up()
  if (!moved) console.log(`not measured: the picture of ${nodes} nodes did not move`)
  else say(`${nodes} nodes at 10 Hz, panned`, fps, FRAMES, 'frames/s', { atLeast: true, note: `longest frame ${worst.toFixed(0)} ms` })
  await page.context().close()
}

async function growth(browser, address, nodes, minutes) {
  const page = await open(browser, address, nodes)
  await page.waitForTimeout(5000)
  const m = await meter(page)
  const before = await m.heap()
  await page.waitForTimeout(minutes * 60_000)
  const after = await m.heap()
  say(`${nodes} nodes at 10 Hz, heap grown in ${minutes} min`, (after - before) / 2 ** 20, GROWTH_MB, 'MB', { digits: 1, note: `${(after / 2 ** 20).toFixed(1)} MB held` })
  await page.context().close()
}

const browser = await openBrowser()
if (!browser) {
  console.log('graph not measured: no browser')
  process.exit(0)
}
const out = mkdtempSync(join(tmpdir(), 'riffle-graph-'))
try {
  await build({
    configFile: false,
    logLevel: 'error',
    root: here('./graph'),
    base: './',
    plugins: [react()],
    resolve: { alias: { '@': here('../src') } },
    build: { outDir: out, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const server = await serve(out)
  for (const nodes of Object.keys(SHARES).map(Number)) await cost(browser, server.address, nodes)
  await pan(browser, server.address, 500)
  if (soak > 0) await growth(browser, server.address, 500, soak)
  server.stop()
} finally {
  await browser.close()
  rmSync(out, { recursive: true, force: true })
}
