// What the parts of a scene's pipeline are worth is measured from the page, set
// beside what is written, put into the draft, and found there on its line.
import { call, drafted } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'gains are measured and put into the draft',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'en', height: 1400 })
    const { page, faults } = v
    const team = server.team
    await logIn(v, server)
    await page.goto(`t/${team}/gains`)
    await page.selectOption('select[name=scene]', server.scenes[0].name)
    await page.selectOption('select[name=from]', 'made')
    await page.fill('input[name=n]', '12')
    await page.fill('input[name=note]', 'a journey')
    await page.click('[data-gain-form] button[type=submit]')
    await page.waitForSelector('[data-gain-state=done]')
    const id = new URL(page.url()).pathname.split('/').pop()
    const told = (await call(v, 'GET', `teams/${team}/gains/${id}`)).body
    await page.waitForSelector('[data-measured]')
    const rows = await page.locator('[data-measured]').count()
    want(rows === told.table.rows.length && rows > 0, `the page has ${rows} rows, the API ${told.table.rows.length}`)
    const changes = (await call(v, 'GET', `teams/${team}/gains/${id}/changes`)).body
    for (const p of changes.proposals) {
      const row = page.locator(`[data-proposal="${p.arm ? `${p.node}.${p.arm}` : p.node}"]`)
      want((await row.getAttribute('data-differs')) === String(p.differs), `${p.node}: the page and the API do not agree`)
    }
    await shoot(v, 'gain')
    const found = await axe(v)
    want(found.length === 0, found.join('\n'))
    want(changes.files.length > 0, 'the draft says so already: nothing to put into it')

    const file = changes.files[0]
    const before = (await call(v, 'GET', `teams/${team}/files/${encodeURIComponent(file.path)}`)).body
    try {
      await page.click(`[data-gain-write="${file.path}"]`)
      await drafted(v, team, file.path, (text) => text === file.after, 'the annotations are in the draft')
      await until(async () => (await page.locator(`[data-gain-write="${file.path}"]`).count()) === 0, 'nothing is left to put into it')
      const at = changes.proposals.find((p) => p.file === file.path)
      await page.click(`[data-proposal="${at.arm ? `${at.node}.${at.arm}` : at.node}"] a`)
      await page.waitForSelector('.code-box .cm-content')
      want(new URL(page.url()).searchParams.get('node') === at.node, `the editor is not at ${at.node}: ${page.url()}`)
    } finally {
      const now = (await call(v, 'GET', `teams/${team}/files/${encodeURIComponent(file.path)}`)).body
      await call(v, 'PUT', `teams/${team}/files/${encodeURIComponent(file.path)}`, { text: before.text }, { 'If-Match': now.tag })
    }
    await page.goto(`t/${team}/gains?scene=${server.scenes[0].name}`)
    await page.waitForSelector(`[data-gain="${id}"]`)
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
