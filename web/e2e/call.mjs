// Calls of the API from within a page, with its session: what a journey needs
// before and after what it is about.
import { until } from './visit.mjs'

export function call({ page }, method, path, body, headers = {}) {
  return page.evaluate(
    async ([m, p, b, h]) => {
      const res = await fetch(new URL(`api/v1/${p}`, document.baseURI), {
        method: m,
        headers: { 'X-Riffle-CSRF': '1', 'Content-Type': 'application/json', ...h },
        ...(b === undefined ? {} : { body: JSON.stringify(b) }),
      })
      const text = await res.text()
      return { status: res.status, body: text === '' ? null : JSON.parse(text) }
    },
    [method, path, body, headers],
  )
}

/** A file of the draft with this text, whether it was there or not. */
export async function writeFile(v, team, path, text) {
  const file = `teams/${team}/files/${encodeURIComponent(path)}`
  const old = await call(v, 'GET', file)
  const saved = await call(v, 'PUT', file, { text }, { 'If-Match': old.status === 200 ? old.body.tag : '*' })
  if (saved.status !== 200 && saved.status !== 201) throw new Error(`${path}: ${saved.status} ${JSON.stringify(saved.body)}`)
  return saved.body
}

export async function readFile(v, team, path) {
  return (await call(v, 'GET', `teams/${team}/files/${encodeURIComponent(path)}`)).body
}

/** Waits until the text of a file of the draft is as the test says. */
export async function drafted(v, team, path, test, what) {
  let text
  await until(async () => test((text = (await readFile(v, team, path))?.text)), what).catch((error) => {
    throw new Error(`${error.message}: ${text}`)
  })
}

export async function removeFile(v, team, path) {
  const old = await readFile(v, team, path)
  if (old?.tag) await call(v, 'DELETE', `teams/${team}/files/${encodeURIComponent(path)}`, undefined, { 'If-Match': old.tag })
}

/** What the editor shows, as a text. */
export function textOf(page) {
  return page.locator('.code-box .cm-content').evaluate((content) => [...content.querySelectorAll('.cm-line')].map((l) => l.textContent).join('\n'))
}

/** The mark may still tell of the save before: what must be in the draft is read there, see drafted. */
export async function saved(page) {
  await page.waitForSelector('.save-mark[data-save=saved]')
}
