// What every journey needs: a page with a theme and a language, the login, and
// a log of everything that went wrong in it.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))
mkdirSync(shots, { recursive: true })

/** Milliseconds after which what is waited for will not come: for a machine that does much else. */
const LONGEST = 90_000

/** A fresh visitor. `faults` collects page errors, refused policies and failed console assertions. */
export async function visit(browser, server, { theme = 'light', lang = 'en', width = 1440, height = 900, timezone } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    baseURL: server.address.replace(/\/?$/, '/'),
    reducedMotion: 'reduce',
    ...(timezone && { timezoneId: timezone }),
  })
  await context.addInitScript(
    ([t, l]) => {
      if (location.protocol === 'about:') return // a blank page has no storage
      localStorage.setItem('riffle.theme', t)
      localStorage.setItem('riffle.lang', l)
    },
    [theme, lang],
  )
  context.setDefaultTimeout(LONGEST)
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (e) => faults.push(`page error: ${e.message}`))
  page.on('console', (m) => {
    // What has no address is the test's own: the style that hides the caret in screenshots.
    if (m.type() === 'error' && m.location().url !== '' && /Content Security Policy|Refused|Minified React|Warning:/.test(m.text())) faults.push(m.text())
  })
  return { context, page, faults, theme, lang }
}

export async function logIn({ page }, { login, password }) {
  await page.goto('login')
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', password)
  await page.click('button[type=submit]')
  await page.waitForURL('**/overview')
}

export async function shoot({ page, theme, lang }, name) {
  await page.screenshot({ path: `${shots}${name}-${theme}-${lang}.png` })
}

/** Serious and critical faults that axe finds, as one line each. */
export async function axe({ page }) {
  // Evaluated through the debugger, which the page's content policy does not govern.
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter((v) => v.impact === 'serious' || v.impact === 'critical')
      .map((v) => `${v.id}: ${v.nodes.length} × ${v.nodes[0].html.slice(0, 120)} ${v.nodes[0].failureSummary?.split('\n')[1] ?? ''}`)
  })
}

export function want(condition, message) {
  if (!condition) throw new Error(message)
}

/** Waits until the value changes; throws what it still is otherwise. */
export async function changes(read, what, ms = LONGEST) {
  const first = await read()
  const end = Date.now() + ms
  while (Date.now() < end) {
    if ((await read()) !== first) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${what} stayed ${JSON.stringify(first)} for ${ms} ms`)
}

/** Waits until the value has been the same for twenty frames of the page, and gives it. */
export async function settled(page, read) {
  let last
  let now = await read()
  await until(async () => {
    await page.evaluate(frames, 20)
    last = now
    now = await read()
    return now === last
  }, 'the page comes to rest')
  return now
}

function frames(left) {
  return new Promise((done) => {
    const frame = () => (--left > 0 ? requestAnimationFrame(frame) : done())
    requestAnimationFrame(frame)
  })
}

/** Waits until the test holds. What a page shows once something was done is waited for, never looked at once. */
export async function until(test, what, ms = LONGEST) {
  const end = Date.now() + ms
  for (;;) {
    if (await test()) return
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`)
    await new Promise((done) => setTimeout(done, 100))
  }
}
