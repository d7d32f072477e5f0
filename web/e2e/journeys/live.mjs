// Login → the Overview moves → the server is killed for five seconds: values
// grey with their age, editing goes on → it is started again, the board recovers
// by itself, no event is missing or shows twice, and what was typed is saved.
import { call, drafted, removeFile, saved, textOf, writeFile } from '../call.mjs'
import { changes, shoot, until, visit, want } from '../visit.mjs'

const AWAY = 5000
const FILE = 'e2e_away.riffle'

const figures = (page) => page.locator('.kpis').innerText()
const phase = (page) => page.locator('[data-live]').getAttribute('data-live')

export default {
  name: 'login, moving board, killed server, recovery',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'en' })
    const { page, faults } = v
    await page.goto(`t/${server.team}/scenes`)
    await page.waitForURL('**/login?next=**')
    await page.fill('input[name=login]', server.login)
    await page.fill('input[name=password]', 'not the password')
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=alert]')
    await page.fill('input[name=password]', server.password)
    await page.click('button[type=submit]')
    await page.waitForURL(`**/t/${server.team}/scenes`)

    await page.click('nav a[href$="/overview"]')
    await page.waitForSelector(`tr[data-scene="${server.scenes[0].name}"]`)
    await until(async () => (await page.title()).startsWith(`Overview · ${server.team}`), 'the title names page and team')
    await until(async () => (await phase(page)) === 'live', 'the indicator says live')
    await changes(() => figures(page), 'the figures')
    await shoot(v, 'overview-live')
    const rows = await page.locator('tr[data-scene]').count()
    const told = () => page.locator('[data-event]').evaluateAll((list) => list.map((e) => Number(e.getAttribute('data-event'))))
    const before = await told()
    const editor = server.child ? await openEditor(v, server.team) : null

    const gone = Date.now()
    await server.kill()
    await page.waitForSelector('[data-banner]')
    await until(async () => (await page.locator('.frame').getAttribute('data-stale')) === 'true', 'old values look old')
    want((await page.locator('tr[data-scene]').count()) === rows, 'rows vanished with the connection')
    const figure = page.locator('.kpis .live').first()
    const ink = await page.locator('h1').evaluate((e) => getComputedStyle(e).color)
    await until(async () => (await figure.evaluate((e) => getComputedStyle(e).color)) !== ink, 'old figures have another colour than new ones')
    await changes(() => page.locator('[data-banner] .dim').innerText(), 'the age of the values')
    await shoot(v, 'overview-lost')
    if (editor) {
      await editor.locator('.cm-content').click()
      await editor.keyboard.press('Control+End')
      await editor.keyboard.type('// typed while the server was away')
      await until(async () => (await textOf(editor)).includes('while the server was away'), 'the text can be edited without a server')
    }
    await page.waitForTimeout(Math.max(0, AWAY - (Date.now() - gone)))

    await server.start()
    await until(async () => (await phase(page)) === 'live', 'live again after the restart')
    await page.waitForSelector('[data-banner]', { state: 'detached' })
    await changes(() => figures(page), 'the figures after the restart')
    const events = await told()
    want(new Set(events).size === events.length, `an event shows twice: ${events}`)
    want(events.every((n, i) => i === 0 || n < events[i - 1]), `events out of order: ${events}`)
    if (editor) {
      await until(async () => {
        const { body } = await call(v, 'GET', `teams/${server.team}/overview`)
        const kept = new Set(body.events.map((e) => e.seq))
        const shown = await told()
        return [...before.filter((n) => kept.has(n)), ...kept].every((n) => shown.includes(n) || n > Math.max(...shown))
      }, 'no event is missing')
      await drafted(v, server.team, FILE, (text) => text.includes('while the server was away'), 'what was typed without a server is saved')
      await saved(editor)
      await editor.close()
      await removeFile(v, server.team, FILE)
    }
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}

/** A second tab with a file of its own, so that nothing of the project changes. */
async function openEditor(v, team) {
  await writeFile(v, team, FILE, 'pipeline e2e_away() -> items {\n  return top(apps, by: rdeps, k: 3)\n}\n')
  const page = await v.context.newPage()
  await page.goto(`t/${team}/pipelines/e2e_away/edit`)
  await page.waitForSelector('.code-box .cm-content')
  await until(async () => (await textOf(page)).includes('e2e_away'), 'the editor shows the file')
  return page
}
