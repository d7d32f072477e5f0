// Chinese through the input method, in a comment and in a string: the text is
// what was composed, nothing is sent half-made, and one undo takes it away.
import { drafted, removeFile, saved, textOf, writeFile } from '../call.mjs'
import { logIn, shoot, until, visit, want } from '../visit.mjs'

const PATH = 'chinese.riffle'
const TEXT = `pipeline chinese(k: int(1..50) = 20) -> items {
  best = top(apps, by: rdeps, filter: section != "", k: k)
  return take(best, k)
}
`

export default {
  name: 'Chinese by input method, one undo',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'zh' })
    const { page, faults } = v
    await logIn(v, server)
    await writeFile(v, server.team, PATH, TEXT)
    await page.goto(`t/${server.team}/pipelines/chinese/edit?file=${PATH}`)
    await page.waitForSelector('.cm-content')
    await until(async () => (await textOf(page)) === TEXT, 'the text is shown')
    const cdp = await v.context.newCDPSession(page)
    const compose = async (steps, text) => {
      for (const s of steps) await cdp.send('Input.imeSetComposition', { text: s, selectionStart: s.length, selectionEnd: s.length })
      await cdp.send('Input.insertText', { text })
      await page.waitForTimeout(700) // longer than what the history takes for one go
    }

    await page.locator('.cm-line').first().click()
    await page.keyboard.press('Control+Home')
    await compose(['r', 're', 'rem'], '// 热门应用，按依赖数')
    await until(async () => (await textOf(page)).startsWith('// 热门应用，按依赖数pipeline'), 'the comment is what was composed')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(700)

    await page.locator('.cm-line').nth(2).click()
    await page.keyboard.press('Home')
    const column = '  best = top(apps, by: rdeps, filter: section != "'.length
    for (let i = 0; i < column - 2; i++) await page.keyboard.press('ArrowRight')
    await compose(['y', 'you', 'youxi'], '游戏')
    await until(async () => (await textOf(page)).includes('section != "游戏"'), 'the string is what was composed')
    await drafted(v, server.team, PATH, (text) => text.includes('section != "游戏"') && text.startsWith('// 热门应用，按依赖数\n'), 'the draft has the comment and the string')
    await saved(page)
    await shoot(v, 'chinese')

    await page.keyboard.press('Control+z')
    await until(async () => (await textOf(page)).includes('section != ""'), 'one undo takes the string away')
    want((await textOf(page)).startsWith('// 热门应用，按依赖数'), 'one undo took the comment too')
    await drafted(v, server.team, PATH, (text) => text.includes('section != ""'), 'the draft is as it was before')
    await removeFile(v, server.team, PATH)
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
