// Pictures of every page, whole, in all four looks (light and dark, English and
// Chinese), 1440 and 390 wide, of a demo that runs:
// `node web/e2e/looks.mjs --home=DIR [--only=PATTERN] [--path=t/…] [--calm]`,
// with --path of that page alone. They are in build/looks, and in build/looks/sheets
// the four looks of a page beside each other, to be looked at by a person. What axe
// finds is printed, and what is wider than the screen. Without --calm the traffic is
// raised for the pages that show a surge.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from './browser.mjs'
import { call } from './call.mjs'
import { ALL_LOOKS, pagesOf } from './journeys/pages.mjs'
import { axe, logIn, visit } from './visit.mjs'

const WIDTHS = [
  [1440, 900],
  [390, 844],
]
/** A picture is cut there: what comes below is more of the same. */
const TALLEST = { 1440: 2600, 390: 1800 }

const given = (name) => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3)
const out = fileURLToPath(new URL('../../build/looks/', import.meta.url))
mkdirSync(join(out, 'sheets'), { recursive: true })

/** What must be there to be looked at: load tests, gains, runs, two of each to compare. */
async function prepare(v, { team, scenes }) {
  const post = async (path, body) => {
    const { status, body: said } = await call(v, 'POST', `teams/${team}/${path}`, body)
    if (status > 201) throw new Error(`${path}: ${status} ${JSON.stringify(said)}`)
    return said.id
  }
  const ended = async (path) => {
    for (;;) {
      const { body } = await call(v, 'GET', `teams/${team}/${path}`)
      if (body.state !== 'running') return
      await new Promise((done) => setTimeout(done, 300))
    }
  }
  const [scene] = scenes
  const list = async (path) => (await call(v, 'GET', `teams/${team}/${path}`)).body.items
  while ((await list('loadtests')).length < 2) await ended(`loadtests/${await post('loadtests', { scene: scene.name, note: 'for a look', spec: { profile: { kind: 'ramp', rate: 5, peak: 20, duration_s: 5 }, objectives: {} } })}`)
  const gains = await list('gains')
  for (const n of [5, 20]) if (!gains.some((g) => g.note === `of ${n}`)) await ended(`gains/${await post('gains', { scene: scene.name, from: 'made', n, note: `of ${n}` })}`)
  while ((await list('runs')).length < 2) await post('runs', { scene: scene.name, source: 'live', request: scene.request, explain: true })
  const [loads, measured, runs, versions] = await Promise.all(['loadtests', 'gains', 'runs', 'versions'].map(list))
  return { loads, few: measured.find((g) => g.note === 'of 5'), many: measured.find((g) => g.note === 'of 20'), runs, versions }
}

/** Pages beside those of the journeys: [name, path, what it waits for, what is done then]. */
function more(team, scene, k) {
  const t = `t/${team}`
  return [
    ['loadtest', `${t}/loadtests/${k.loads[0].id}`, '[data-check=lost], .note'],
    ['loadtest-compare', `${t}/loadtests/compare?a=${k.loads[1].id}&b=${k.loads[0].id}`, 'tr[data-row]'],
    ['gain-few', `${t}/gains/${k.few.id}`, '[data-measured]'],
    ['gain', `${t}/gains/${k.many.id}`, '[data-proposal]'],
    ['run-kept', `${t}/runs/${k.runs[0].id}`, '.span-track'],
    ['compare-runs', `${t}/runs/compare?a=${k.runs[1].id}&b=${k.runs[0].id}`, 'tr[data-node], .note'],
    ['trace', `${t}/traces`, 'tr.link', (page) => page.locator('tr.link a').first().press('Enter').then(() => page.waitForSelector('.span-track'))],
    ['version', `${t}/versions/${k.versions[0].number}`, '.code-box, .note, table'],
    ['pipelines', `${t}/pipelines`, 'tr'],
    ['pipelines-new', `${t}/pipelines`, 'tr', (page) => page.locator('.page-head .primary').click()],
    ['editor-split', `${t}/pipelines/home_feed/edit?view=split`, '.gnode, .code-box .cm-content'],
    ['editor-text', `${t}/pipelines/home_feed/edit?view=text`, '.code-box .cm-content'],
    ['editor-graph', `${t}/pipelines/home_feed/edit?view=graph&node=near`, '.gnode, tr[data-row]'],
    ['simulate-spike', `${t}/simulate?scenario=spike`, 'select[name=scenario]', simulated],
    ['simulate-scenes', `${t}/simulate?scenario=scenes`, 'select[name=scenario]', simulated],
  ]
}

const simulated = async (page) => {
  await page.click('form button[type=submit]')
  await page.waitForSelector('[data-policy-result]', { timeout: 300_000 })
}

const surging = (team, scene) => [
  ['surge-overview', `t/${team}/overview`, 'tr[data-scene] [data-cell=load]'],
  ['surge-degrade', `t/${team}/scenes/${scene}?tab=degrade`, 'tr[data-module][data-trouble=true]'],
  ['surge-graph', `t/${team}/scenes/${scene}?tab=graph`, '.gnode, tr[data-row]'],
  ['surge-scene', `t/${team}/scenes/${scene}`, 'tr[data-node]'],
]

const browser = await openBrowser()
if (!browser) throw new Error('no browser')
const demo = JSON.parse(readFileSync(join(given('home') ?? '.riffle', 'demo.json'), 'utf8'))
const only = new RegExp(given('only') ?? '')
const alone = given('path')
const shots = new Map()
let kept, usual
for (const look of ALL_LOOKS) {
  const v = await visit(browser, demo, look)
  await logIn(v, demo)
  kept ??= await prepare(v, demo)
  usual ??= (await call(v, 'GET', `teams/${demo.team}/traffic`)).body.rate
  const scene = demo.scenes[0].name
  const calm = [...pagesOf(demo.team, scene, 'apps'), ...more(demo.team, scene, kept)]
  const flood = process.argv.includes('--calm') ? [] : surging(demo.team, scene)
  for (const [name, path, ready, act] of alone ? [['path', alone, 'h1']] : [...calm, ...flood].filter(([name]) => only.test(name))) {
    for (const [width, height] of WIDTHS) {
      if (name.startsWith('surge')) await flooded(v)
      await v.page.setViewportSize({ width, height })
      await picture(v, { name, path, ready, act, width }).catch((error) => console.log(`${name} ${width} ${look.theme} ${look.lang}: ${String(error).split('\n')[0]}`))
    }
  }
  if (flood.length > 0) await call(v, 'PUT', `teams/${demo.team}/traffic`, { rate: usual, running: true })
  console.log(`${look.theme} ${look.lang}: ${v.faults.length} faults ${v.faults.join('; ')}`)
  await v.context.close()
}
for (const [name, list] of shots) await sheet(name, list)
await browser.close()

async function flooded(v) {
  const { body } = await call(v, 'GET', `teams/${demo.team}/traffic`)
  if (!(body.surge_s > 15)) await call(v, 'PUT', `teams/${demo.team}/traffic`, { rate: body.rate, running: true, over: 2.5, surge_s: 60 })
}

async function picture(v, { name, path, ready, act, width }) {
  const { page, theme, lang } = v
  await page.goto(path)
  await page.locator(width < 560 ? `${ready}, tr[data-row]` : ready).first().waitFor({ timeout: 30_000 }) // a graph's list comes first on a narrow screen
  await act?.(page)
  await page.waitForTimeout(1200)
  for (const fault of await axe(v)) console.log(`${name} ${width} ${theme} ${lang}: ${fault}`)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) console.log(`${name} ${width} ${theme} ${lang}: ${wide} px wider than the screen`)
  const height = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, ...[...document.querySelectorAll('main, .frame, .content')].map((e) => e.scrollHeight)))
  await page.setViewportSize({ width, height: Math.min(TALLEST[width], Math.max(height + 60, 844)) })
  await page.waitForTimeout(200)
  const file = `${out}${name}-${width}-${theme}-${lang}.png`
  await page.screenshot({ path: file })
  const of = `${name}-${width}`
  shots.set(of, [...(shots.get(of) ?? []), file])
}

/** The looks of a page beside each other; wide ones at half their size. */
async function sheet(name, files) {
  const page = await browser.newPage({ viewport: { width: 1560, height: 900 } })
  const share = files.length > 2 && name.endsWith('390') ? 25 : 50
  const images = files.map((f) => `<img style="width:${share}%;vertical-align:top" src="data:image/png;base64,${readFileSync(f).toString('base64')}">`)
  await page.setContent(`<body style="margin:0;background:#888;font-size:0">${images.join('')}</body>`)
  await page.screenshot({ path: join(out, 'sheets', `${name}.png`), fullPage: true })
  await page.close()
}
