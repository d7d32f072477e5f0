// By keyboard alone: palette, shortcuts, menus; the back button returns to the
// filter; a dark reload shows no light frame.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'palette, shortcuts, menus, back button, dark reload',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'en' })
    const { page, faults } = v
    const scene = server.scenes[0].name
    await logIn(v, server)
    await page.waitForSelector(`tr[data-scene="${scene}"]`)

    await page.keyboard.press('Control+k')
    await page.waitForSelector('[role=combobox]')
    await page.keyboard.type(scene)
    await until(async () => (await page.locator('[role=option][aria-selected=true]').innerText()).startsWith(scene), 'the scene is the first hit')
    await shoot(v, 'palette')
    const open = await axe(v)
    want(open.length === 0, open.join('\n'))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/scenes/${scene}`)
    await page.waitForSelector('[role=dialog]', { state: 'detached' })

    await page.keyboard.press('?')
    await page.waitForSelector('[role=dialog] .facts')
    await page.keyboard.press('Escape')
    await page.waitForSelector('[role=dialog]', { state: 'detached' })

    await until(async () => {
      await page.keyboard.press('g') // and the other soon: one that comes late counts as a letter
      await page.keyboard.press('s')
      return page.waitForURL('**/scenes', { timeout: 3000 }).then(() => true, () => false)
    }, 'g s goes to the scenes')
    await page.fill('input[type=search]', scene.slice(0, 3))
    await page.waitForURL(/q=/)
    await page.click(`tr[data-scene="${scene}"] a`)
    await page.waitForURL(`**/scenes/${scene}`)
    await page.goBack()
    await until(async () => (await page.inputValue('input[type=search]')) === scene.slice(0, 3), 'the filter is kept on the way back')

    await page.locator('.topbar button[aria-haspopup=menu]').last().click()
    await page.waitForSelector('[role=menu]')
    await shoot(v, 'menu')
    const unfolded = await axe(v)
    want(unfolded.length === 0, unfolded.join('\n'))
    await page.keyboard.press('Escape')

    await page.reload({ waitUntil: 'commit' })
    // The body begins, and with it what can be painted, once the theme's script has run.
    await page.waitForFunction(() => document.body !== null)
    want((await page.locator('html').getAttribute('data-theme')) === 'dark', 'a dark reload began light')
    await page.waitForSelector(`tr[data-scene="${scene}"]`)

    await page.locator('.topbar button[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitem').last().click()
    await page.waitForURL('**/login')
    await page.goto(`t/${server.team}/overview`)
    await page.waitForURL('**/login?next=**')
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
