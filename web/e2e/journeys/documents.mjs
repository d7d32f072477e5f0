// A resource by hand: write documents, one of them wrong; find one by a query,
// read it, delete it, and it is gone.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

const KEY = 'e2e-written-by-hand'

export default {
  name: 'documents written, found, deleted',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'zh' })
    const { page, faults } = v
    await logIn(v, server)
    await page.goto(`t/${server.team}/resources`)
    await page.click('tr[data-resource="apps"] a')
    await page.waitForSelector('tr[data-field="title"]')
    await page.click('[data-tab="documents"]')
    await page.waitForSelector('textarea')
    await page.fill('textarea', `{"id":"${KEY}","title":"quixotic widget polisher","body":"polishes","section":"e2e"}\n{"id":7}\nno document`)
    await page.locator('section', { has: page.locator('textarea') }).locator('.button.primary').click()
    await page.waitForSelector('[data-put=done]')
    want((await page.locator('tr[data-line]').count()) === 3, 'not a result for each line')
    want((await page.locator('tr[data-line] [data-state=failed]').count()) === 2, 'the two broken lines are not told')
    await shoot(v, 'documents-written')

    await page.click('[data-tab="query"]')
    await page.locator('.query-line input').first().fill('quixotic polisher')
    await until(async () => {
      await page.locator('form button[type=submit]').click()
      await page.waitForTimeout(400)
      return (await page.locator(`tr[data-row="${KEY}"]`).count()) === 1
    }, 'the query finds the document')
    await page.waitForURL((url) => url.searchParams.get('q') === 'quixotic polisher')
    await shoot(v, 'query')
    const found = await axe(v)

    await page.click(`tr[data-row="${KEY}"] a`)
    await page.waitForSelector(`[data-document="${KEY}"]`)
    await page.locator('section', { has: page.locator('[data-document]') }).locator('header button').click()
    await page.waitForSelector('[role=dialog]')
    want((await page.locator('[role=dialog]').innerText()).includes(KEY), 'the question does not name the document')
    await shoot(v, 'document-delete')
    await page.locator('[role=dialog] .button.primary').click()
    await page.waitForSelector(`[data-document="${KEY}"]`, { state: 'detached' })
    await until(async () => {
      await page.goto(`t/${server.team}/resources/apps?tab=documents&key=${KEY}`)
      await page.waitForSelector('.note, [data-document]')
      return (await page.locator('[data-document]').count()) === 0
    }, 'the document is gone')
    want(found.length === 0, found.join('\n'))
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
