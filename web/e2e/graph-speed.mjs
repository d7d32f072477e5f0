// Prints what the graph costs with 60 and with 500 nodes whose numbers change
// ten times a second: `node web/e2e/graph-speed.mjs`. With --check it fails
// above the budgets; the shares are CPU time of the page's main thread, so that
// other processes of the machine do not count.
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { openBrowser } from './browser.mjs'

const SECONDS = 8
const BUDGETS = { 60: { share: 15, layout: 50 }, 500: { share: 25, layout: 50 } }
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

async function measure(browser, address, nodes) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.addInitScript(() => {
    window.long = 0
    new PerformanceObserver((list) => (window.long = Math.max(window.long, ...list.getEntries().map((e) => e.duration)))).observe({ entryTypes: ['longtask'] })
  })
  await page.goto(`${address}?nodes=${nodes}`)
  await page.waitForFunction((n) => document.querySelectorAll('.gnode').length === n && document.querySelector('.gedges'), nodes)
  const drawn = await page.evaluate(() => performance.now() - window.mountedAt)
  await page.waitForTimeout(1500)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  await page.evaluate(() => (window.long = 0))
  const before = await read()
  await page.waitForTimeout(SECONDS * 1000)
  const after = await read()
  const share = ((after.TaskDuration - before.TaskDuration) / SECONDS) * 100
  const { layout, long, figures } = await page.evaluate(() => ({ layout: window.layoutMs, long: window.long, figures: [...document.querySelectorAll('.gnode-sub')].filter((e) => /p99/.test(e.textContent)).length }))
  await page.context().close()
  const limit = BUDGETS[nodes]
  const over = share > limit.share || layout > limit.layout
  console.log(
    `${over ? 'OVER' : 'ok  '} ${nodes} nodes at 10 Hz, ${figures} with figures: main thread ${share.toFixed(1)} % of ${limit.share}, layout ${layout.toFixed(1)} ms of ${limit.layout}, drawn after ${drawn.toFixed(0)} ms, longest task ${long.toFixed(0)} ms`,
  )
  return over
}

const browser = await openBrowser()
if (!browser) {
  console.log('graph not measured: no browser')
  process.exit(process.env.RIFFLE_CI === '1' ? 1 : 0)
}
const out = mkdtempSync(join(tmpdir(), 'riffle-graph-'))
let over = 0
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
  for (const nodes of Object.keys(BUDGETS).map(Number)) over += (await measure(browser, server.address, nodes)) ? 1 : 0
  server.stop()
} finally {
  await browser.close()
  rmSync(out, { recursive: true, force: true })
}
process.exit(over > 0 && process.argv.includes('--check') ? 1 : 0)
