// A pipeline from an empty file, by keyboard: completion, an error and its
// mark, format, a green check; then what changes, publish, history, and back.
import { drafted, removeFile, saved, textOf } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

const PATH = 'written.riffle'

export default {
  name: 'write a pipeline from empty, publish it, go back',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'en' })
    const { page, faults } = v
    const [resource, by] = server.home ? ['apps', 'rdeps'] : ['games', 'installs']
    const found = []
    const check = async (name) => (await axe(v)).forEach((fault) => found.push(`${name}: ${fault}`))
    await logIn(v, server)
    await removeFile(v, server.team, PATH)
    await page.goto(`t/${server.team}/pipelines`)
    await page.waitForSelector('tr[data-pipeline]')
    await check('pipelines')
    await shoot(v, 'pipelines')

    await page.getByRole('button', { name: 'New file…' }).press('Enter')
    await page.waitForSelector('[role=dialog] select')
    await check('new file')
    await page.fill('[role=dialog] input', PATH)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/pipelines/written/edit?**')
    await page.waitForSelector('.cm-content')
    await page.focus('.cm-content')

    // Letters that are shortcuts elsewhere are letters here.
    await page.keyboard.type('// g s ? gs\n')
    want((await page.locator('[role=dialog]').count()) === 0 && page.url().includes('/written/'), 'a letter in the text was taken for a shortcut')
    await page.keyboard.type('pipeline written(k: int(1..50) = 20) -> items {\n')
    await page.keyboard.type('  best = to')
    await page.waitForSelector('.cm-tooltip-autocomplete li')
    await until(async () => (await page.locator('.cm-tooltip-autocomplete li').allInnerTexts()).some((l) => /(^|\W)top/.test(l)), 'top is offered')
    await shoot(v, 'completion')
    await check('completion')
    await page.keyboard.press('Escape')

    // No card pops up under a pointer that rests while somebody types.
    await page.locator('.cm-line').nth(1).hover({ position: { x: 60, y: 8 } })
    await page.keyboard.type('p')
    await page.waitForTimeout(700)
    want((await page.locator('.cm-hover').count()) === 0, 'a card pops up while typing')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+f')
    await page.waitForSelector('.cm-panel.cm-search')
    await check('find')
    await shoot(v, 'find')
    await page.keyboard.press('Escape')

    // Pasted as a whole, so that closing brackets of the editor do not matter.
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(`pipeline written(k: int(1..50) = 20) -> items {\n  best=top(nothing, by: ${by}, k: k)\n  return take( best,k )\n}\n`)
    await until(async () => (await page.locator('.cm-lintRange-error').allInnerTexts())[0] === 'nothing', 'the unknown name is marked')
    await page.waitForSelector('.problems li[data-code]')
    await shoot(v, 'broken')
    await check('broken')

    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(`pipeline written(k: int(1..50) = 20) -> items {\n  best=top(${resource}, by: ${by}, k: k)\n  return take( best,k )\n}\n`)
    await page.waitForSelector('.status-bar[data-errors="0"]')
    await page.waitForSelector('.graph-panel[data-pipeline=written] .gnode')
    await page.keyboard.press('Shift+Alt+f')
    await until(async () => (await textOf(page)).includes(`  best = top(${resource}, by: ${by}, k: k)\n  return take(best, k)`), 'the text is laid out')
    await drafted(v, server.team, PATH, (text) => text.includes('return take(best, k)'), 'the draft has the text')
    await saved(page)
    await page.waitForSelector('.gnode')
    await shoot(v, 'written')
    await check('written')

    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.waitForSelector('[role=dialog] li[data-name=written][data-change=added]')
    await check('publish')
    await shoot(v, 'publish')
    await page.fill('[role=dialog] input', 'the first of its kind')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=dialog] .note.tone-normal')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.waitForSelector('[data-version="1"]')
    await page.click('[data-version="1"]')
    await page.waitForSelector('[data-direction=live]')
    await page.waitForSelector('.version-view li[data-name=written][data-change=removed]')
    await check('history')
    await shoot(v, 'history')
    await page.getByRole('button', { name: 'Make live' }).click()
    await page.waitForSelector('[role=dialog] [data-effect]')
    await shoot(v, 'make-live')
    // One Esc closes the question, not the history under it.
    await page.keyboard.press('Escape')
    await until(async () => (await page.locator('[role=dialog]').count()) === 1, 'one dialog is left')
    await page.getByRole('button', { name: 'Make live' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).last().click()
    await until(async () => (await page.locator('[data-version="1"] .badge').count()) === 1, 'version 1 is live again')
    // The way back is an entry of its own, on top of those that were there.
    await page.click('[data-list=live]')
    await page.waitForSelector('[data-activation]')
    await until(async () => (await page.locator('[data-activation]').first().getAttribute('data-activation')) === '1', 'what was live begins with version 1')
    await until(async () => (await page.locator('[data-activation]').count()) >= 3, 'no older entry is lost')
    await shoot(v, 'history-live')
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).last().click()
    await page.waitForSelector('.version-view [data-done=restored]')
    await drafted(v, server.team, PATH, (text) => text === undefined, 'the restored draft is without the new file')
    want(found.length === 0, found.join('\n'))
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
