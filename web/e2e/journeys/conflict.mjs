// Two people edit one file: the second save finds the first, both texts and the
// one before are shown, and what is saved in the end has lost nothing. Then the
// session of one ends while they write, and the text is saved after the login.
import { call, drafted, removeFile, saved, textOf, writeFile } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

const PATH = 'shared.riffle'
const TEXT = `pipeline shared(k: int(1..50) = 20) -> items {
  best = top(apps, by: rdeps, k: 100)
  page = take(best, 50)
  return take(page, k)
}
`
const EDITOR = 'e2e-editor'

export default {
  name: 'two people edit one file, a session ends',
  async run({ browser, server }) {
    const a = await visit(browser, server, { theme: 'light', lang: 'zh' })
    const b = await visit(browser, server, { theme: 'dark', lang: 'en' })
    await logIn(a, server)
    await writeFile(a, server.team, PATH, TEXT)
    await call(a, 'DELETE', `teams/${server.team}/members/${EDITOR}`)
    const password = `${EDITOR}-0123456789`
    const added = await call(a, 'POST', `teams/${server.team}/members`, { login: EDITOR, role: 'editor', password })
    want(added.status === 201, `no second editor: ${JSON.stringify(added)}`)
    await logIn(b, { login: EDITOR, password })
    for (const v of [a, b]) {
      await v.page.goto(`t/${server.team}/pipelines/shared/edit?file=${PATH}`)
      await v.page.waitForSelector('.cm-content')
      await until(async () => (await textOf(v.page)) === TEXT, 'the text is shown')
    }
    // Both write before either is saved: one changes a line, the other the same line and one more.
    await b.context.setOffline(true)
    await change(b.page, 1, ' // quick')
    await change(b.page, 2, ' // short')
    await b.page.waitForSelector('.save-mark[data-save=offline]')
    await change(a.page, 1, ' // 热门')
    await drafted(a, server.team, PATH, (text) => text.includes(' // 热门'), 'the first of the two is saved')
    await b.context.setOffline(false)
    await b.page.waitForSelector('.conflict')
    await until(async () => (await b.page.locator('.conflict').getAttribute('data-conflicts')) === '1', 'one place was changed by both')
    await b.page.waitForSelector('.merge-box .cm-mergeView')
    await shoot(b, 'conflict')
    const found = await axe(b)
    want(found.length === 0, found.join('\n'))
    want(await b.page.locator('.editor-head .primary').isDisabled(), 'the draft can be published with a conflict in it')
    const heads = await b.page.locator('.conflict-row.head').innerText()
    want(/mine/i.test(heads) && /theirs/i.test(heads), `the two sides are not named: ${heads}`)
    // What is typed by hand in the result stays when a side is chosen behind it.
    await b.page.locator('.merge-box .cm-content').nth(1).click()
    await b.page.keyboard.press('Control+Home')
    await b.page.keyboard.insertText('// by hand\n')
    await b.page.getByRole('button', { name: 'theirs', exact: true }).first().click()
    await b.page.getByRole('button', { name: 'both', exact: true }).click()
    await b.page.getByRole('button', { name: 'Save the result' }).click()
    const parts = ['// by hand\n', ' // quick', ' // short', ' // 热门', 'return take(page, k)']
    await drafted(b, server.team, PATH, (text) => parts.every((part) => text.includes(part)), `nothing of ${parts} is lost`)
    await saved(b.page)
    await until(async () => (await textOf(a.page)).includes('// quick'), "the other's page shows what was saved")

    // A text that could not be saved when its page was left is offered again.
    b.page.on('dialog', (d) => void d.accept())
    await b.context.setOffline(true)
    await change(b.page, 1, ' // on the train')
    await b.page.waitForSelector('.save-mark[data-save=offline]')
    await b.page.goto('about:blank')
    await b.context.setOffline(false)
    await b.page.goto(`t/${server.team}/pipelines/shared/edit?file=${PATH}`)
    await b.page.waitForSelector('.kept-bar')
    want(!(await textOf(b.page)).includes('on the train'), 'the kept text is shown before anybody asked for it')
    await shoot(b, 'kept')
    await b.page.locator('.kept-bar button').first().click()
    await drafted(b, server.team, PATH, (text) => text.includes(' // on the train'), 'the kept text is saved')
    await saved(b.page)

    await call(b, 'POST', 'logout')
    await change(b.page, 0, ' // kept')
    await b.page.waitForSelector('[role=dialog] input[name=password]')
    want((await textOf(b.page)).includes(' // kept'), 'the text was lost with the session')
    await b.page.fill('[role=dialog] input[name=login]', EDITOR)
    await b.page.fill('[role=dialog] input[name=password]', password)
    await b.page.click('[role=dialog] button[type=submit]')
    await b.page.waitForSelector('[role=dialog]', { state: 'detached' })
    await drafted(b, server.team, PATH, (text) => text.includes(' // kept'), 'what was written while logged out is saved')
    await saved(b.page)

    await removeFile(a, server.team, PATH)
    await call(a, 'DELETE', `teams/${server.team}/members/${EDITOR}`)
    for (const v of [a, b]) {
      want(v.faults.length === 0, v.faults.join('\n'))
      await v.context.close()
    }
  },
}

/** Appends to a line, as somebody who clicks behind it. */
async function change(page, line, text) {
  await page.locator('.code-box .cm-line').nth(line).click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(text)
}
