// A link to a node: line and node are selected; cursor and graph lead to each
// other; the list view says the same; back leads to the list with its filter.
import { textOf } from '../call.mjs'
import { axe, logIn, settled, shoot, until, visit, want } from '../visit.mjs'

// What is called otherwise in the demo and in the mock's project.
const DEMO = { rows: 2, file: 'home.riffle', otherFile: 'search.riffle', other: 'app_search', neighbour: 'coarse' }
const MOCK = { rows: 1, file: 'main.riffle', otherFile: 'drafts/broken.riffle', other: 'later', neighbour: 'newest' }

export default {
  name: 'a link to a node, and the way back',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'en' })
    const { page, faults } = v
    const here = server.home ? DEMO : MOCK
    await logIn(v, server)
    await page.goto(`t/${server.team}`) // a team's own address is its overview
    await page.waitForURL('**/overview')
    await page.goto(`t/${server.team}/pipelines`)
    await page.fill('input[type=search]', 'home')
    await page.waitForURL(/q=home/)
    await page.waitForSelector('tr[data-pipeline=home_feed]')
    await until(async () => (await page.locator('tr[data-pipeline]').count()) === here.rows, 'the filter shows no other pipelines')
    await page.click('tr[data-pipeline=home_feed] a')
    await page.waitForURL('**/pipelines/home_feed/edit**')
    await page.waitForSelector('.gnode')
    await page.click('button[data-node=fine]')
    await page.waitForURL(/node=fine/)
    const link = page.url()
    await page.goBack()
    await page.waitForSelector('tr[data-pipeline=home_feed]')
    await until(async () => (await page.inputValue('input[type=search]')) === 'home', 'the filter is kept on the way back')

    await page.goto(link)
    await page.waitForSelector('.gnode[data-selected=true] [data-node=fine]')
    const marked = page.locator('.cm-line.cm-nodeRange')
    await until(async () => (await marked.count()) > 0 && (await marked.first().innerText()).includes('fine'), 'the lines of the node are marked')
    await until(async () => (await page.locator('.cm-activeLine').innerText()).includes('fine'), 'the cursor stands at the node')
    const faultsOfPage = await axe(v)
    want(faultsOfPage.length === 0, faultsOfPage.join('\n'))
    await shoot(v, 'editor')

    const placeOf = () => page.locator('.react-flow__viewport').evaluate((e) => e.style.transform)
    // All of it is seen: what the cursor leads to is inside, and that moves nothing.
    await page.getByRole('button', { name: 'fit', exact: true }).click()
    const before = await settled(page, placeOf)
    await page.locator('.cm-line', { hasText: 'pool' }).first().click()
    await page.waitForURL(/node=pool/)
    await page.waitForSelector('.gnode[data-selected=true] [data-node=pool]')
    want((await settled(page, placeOf)) === before, 'the picture moved when the cursor did')
    await page.focus('button[data-node=pool]')
    await page.keyboard.press('ArrowLeft')
    await until(async () => !page.url().includes('node=pool'), 'an arrow key selects the next node')

    // From another file of the project a node leads to its own, and its facts are shown.
    await page.goto(`t/${server.team}/pipelines/home_feed/edit?file=${encodeURIComponent(here.otherFile)}`)
    await page.waitForSelector('button[data-node=fine]')
    await until(async () => (await textOf(page)).includes(`pipeline ${here.other}`), 'the other file is shown')
    // The picture may be drawn anew just then: a press that falls into it is made again.
    const there = (url) => url.searchParams.get('node') === 'fine' && url.searchParams.get('file') === here.file
    await until(async () => {
      if (!there(new URL(page.url()))) await page.click('button[data-node=fine]')
      return there(new URL(page.url()))
    }, `the node leads to its own file: ${page.url()}`)
    await until(async () => (await page.locator('.cm-activeLine').innerText()).includes('fine'), 'the cursor stands at the node in its own file')
    await page.waitForSelector('.node-facts')

    // The outline leads through all files; the divider moves by the keyboard.
    await page.getByRole('button', { name: 'Outline' }).click()
    await page.locator(`.outline li[data-kind=pipeline][data-name=${here.other}] button`).click()
    await page.waitForURL((url) => url.searchParams.get('file') === here.otherFile)
    await until(async () => (await page.locator('.cm-activeLine').innerText()).includes(`pipeline ${here.other}`), 'the cursor stands at the declaration')
    const width = () => page.locator('.text-panel').evaluate((e) => e.getBoundingClientRect().width)
    const wide = await width()
    await page.locator('[role=separator]').press('ArrowLeft')
    await until(async () => (await width()) < wide - 20, 'an arrow key moves the divider')
    const sideways = await page.locator('.code-box .cm-scroller').evaluate((e) => e.scrollWidth > e.clientWidth + 1)
    want(!sideways, 'lines of the text are cut')
    await page.goto(link)
    await page.waitForSelector('.gnode[data-selected=true] [data-node=fine]')

    await page.getByRole('button', { name: 'List' }).click()
    await page.waitForSelector('tr[data-row=fine]')
    await page.locator(`tr[data-row=${here.neighbour}] button`).press('Enter')
    await page.waitForURL(new RegExp(`node=${here.neighbour}`))
    const inList = await axe(v)
    want(inList.length === 0, inList.join('\n'))
    await shoot(v, 'node-list')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
