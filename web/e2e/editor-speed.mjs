// Prints how soon the editor can be used and how soon a mistake is underlined:
// `node web/e2e/editor-speed.mjs`, on the real binary, because it is the server
// that finds the mistake. A project of 2,000 lines whose pipeline has 60 nodes.
// Times are on the wall, so they are only printed: a shared machine decides half of them.
import { existsSync } from 'node:fs'
import { openBrowser } from './browser.mjs'
import { removeFile, saved, writeFile } from './call.mjs'
import { binary, Riffle } from './riffle.mjs'
import { logIn, visit } from './visit.mjs'

const LINES = 2000
const NODES = 60
const KEYS = 20
const PATH = 'speed.riffle'
/** Milliseconds that the design allows. */
const BUDGET = { open: 1500, check: 50, squiggle: 150, paint: 50 }

/** A pipeline of many sources that are merged, below lines of words. */
function project() {
  const names = Array.from({ length: NODES - 2 }, (_, i) => `source_${i + 1}`)
  const pipeline = [
    'pipeline speed(k: int(1..50) = 20) -> items {',
    ...names.map((n, i) => `  ${n} = top(apps, by: rdeps, k: ${i + 10})`),
    `  pool = merge([${names.join(', ')}])`,
    '  return take(pool, k)',
    '}',
    '',
  ]
  const words = Array.from({ length: LINES - pipeline.length }, (_, i) => `// line ${i + 1} of a long project`)
  return [...pipeline, ...words].join('\n')
}

const percentile = (list, p) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * p))]

/** In the page: milliseconds from a key to the next frame, and to a change of the marks. */
function listen() {
  const root = document.querySelector('.code-box').shadowRoot
  window.times = { paint: [], marks: [] }
  let pressed = 0
  let marked = root.querySelectorAll('.cm-lintRange-error').length > 0
  root.addEventListener('keydown', () => {
    pressed = performance.now()
    const mine = pressed
    requestAnimationFrame(() => requestAnimationFrame(() => window.times.paint.push(performance.now() - mine)))
  }, true)
  new MutationObserver(() => {
    const now = root.querySelectorAll('.cm-lintRange-error').length > 0
    if (now === marked) return
    marked = now
    window.times.marks.push(performance.now() - pressed)
  }).observe(root, { subtree: true, childList: true, attributes: true })
}

async function measure(browser, server) {
  const v = await visit(browser, server)
  const { page } = v
  await logIn(v, server)
  await writeFile(v, server.team, PATH, project())
  const opened = []
  for (let i = 0; i < 3; i++) {
    await page.goto(`t/${server.team}/pipelines/speed/edit?file=${PATH}`)
    opened.push(
      await page.evaluate(
        (nodes) =>
          new Promise((done) => {
            const look = () =>
              document.querySelector('.code-box')?.shadowRoot?.querySelector('.cm-line') && document.querySelectorAll('.gnode').length >= nodes ? done(performance.now()) : requestAnimationFrame(look)
            look()
          }),
        NODES,
      ),
    )
  }
  await page.waitForSelector('.status-bar[data-check=checked]')
  await page.locator('.cm-line').nth(2).click()
  await page.keyboard.press('Home')
  const before = '  source_2 = top(apps'.length
  for (let i = 2; i < before; i++) await page.keyboard.press('ArrowRight')
  await page.evaluate(listen)
  const checks = []
  const count = () => page.evaluate(() => window.times.marks.length)
  for (let i = 0; i < KEYS; i++) {
    for (const key of ['x', 'Backspace']) {
      const seen = await count()
      await page.keyboard.press(key)
      await page.waitForFunction((n) => window.times.marks.length > n, seen, { timeout: 10_000 })
      checks.push(Number(/\d+/.exec(await page.locator('.status-bar [role=status]').innerText())?.[0] ?? 0))
    }
    await page.waitForTimeout(60)
  }
  const { marks, paint } = await page.evaluate(() => window.times)
  await saved(page)
  await removeFile(v, server.team, PATH)
  await v.context.close()
  return { open: opened, check: checks, squiggle: marks, paint }
}

const browser = existsSync(binary) ? await openBrowser() : null
if (!browser) {
  console.log(`editor not measured: ${existsSync(binary) ? 'no browser' : `no ${binary}: make build`}`)
  process.exit(0)
}
const server = new Riffle()
await server.start()
const took = await measure(browser, server)
await browser.close()
await server.stop()
const NAMES = {
  open: `editor with ${NODES} nodes and ${LINES} lines: text and graph drawn`,
  check: 'a check by the server, there and back',
  squiggle: 'last key to the mark under the mistake',
  paint: 'a key to the frame that shows it',
}
for (const [part, list] of Object.entries(took)) {
  // The least is what the code takes, the others what the machine makes of it.
  const [least, half, most] = [0, 0.5, 0.95].map((p) => percentile(list, p).toFixed(0).padStart(5))
  console.log(`${Number(most) > BUDGET[part] ? 'over' : 'ok  '} p95 ${most} ms of ${BUDGET[part]}, p50 ${half}, least ${least}  ${NAMES[part]}`)
}
