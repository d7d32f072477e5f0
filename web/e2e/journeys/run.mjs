// One request by hand: typed into the form, run, its slowest node looked at, its
// link opened by somebody who is logged out; then without a node, and compared.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export default {
  name: 'run by hand, permalink, compare',
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'light', lang: 'en' })
    const { page, faults } = v
    const found = []
    const check = async (name) => found.push(...(await axe(v)).map((fault) => `${name}: ${fault}`))
    const scene = server.scenes[0]
    await logIn(v, server)
    await page.goto(`t/${server.team}/scenes/${scene.name}`)
    await page.click(`a[href*="/run?target=scene"]`)
    await page.waitForSelector('[data-field]')
    await page.waitForURL(/\/run\?target=scene/)

    // A field that must be given is told, and the JSON view shows the same request.
    const required = page.locator('[data-field] input').first()
    await required.fill('')
    await page.locator('h1').click()
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('[data-blocks]')
    await until(() => required.evaluate((e) => e === document.activeElement), 'the focus is on the field that is missing')
    want((await page.locator('[data-run]').count()) === 0, 'a request without what is required was sent')
    await check('run with a blank field')
    await shoot(v, 'run-blank')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.fill('textarea', JSON.stringify(scene.request, null, 2))
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    const k = page.locator('[data-field="k"] input')
    await k.fill('999')
    await page.waitForSelector('[data-field="k"] .field-fault')
    await page.click('form button[type=submit]')
    await until(() => k.evaluate((e) => e === document.activeElement), 'the focus is on the field that is out of bounds')
    want((await page.locator('[data-run]').count()) === 0, 'a request out of bounds was sent')
    await k.fill('7')
    await page.waitForSelector('[data-blocks]', { state: 'detached' })
    // From anywhere on the page.
    let id = null
    await until(async () => {
      // Once more where a busy machine had nothing in time.
      await page.locator('h1').click()
      await page.keyboard.press('Control+Enter')
      await page.waitForSelector(`[data-run]:not([data-run="${id}"])`)
      id = await page.locator('[data-run]').getAttribute('data-run')
      return (await page.locator('tr[data-item]').count()) > 0
    }, 'the answer has items')
    const score = await page.locator('[data-cell=score]').first().boundingBox()
    want(score !== null && score.x + score.width < 1440, 'the score is off the screen')
    await until(async () => (await page.locator('.pick .asked').first().innerText()).includes('"k":7'), 'recent runs show what was asked')
    await page.waitForURL((url) => url.searchParams.get('run') === id)
    await check('run')
    await shoot(v, 'run-answer')

    await page.locator('button.rank').first().click()
    await page.waitForSelector('.why li')
    want((await page.locator('tr[data-critical=true]').count()) > 0, 'no node is on the critical path')
    const first = await page.locator('tr[data-item]').first().getAttribute('data-item')
    await shoot(v, 'run-why')

    await page.click(`a[href$="/runs/${id}"]`)
    await page.waitForURL(`**/runs/${id}`)
    await page.waitForSelector('.span-track')
    await check('kept run')
    await shoot(v, 'run-kept')
    await v.context.clearCookies()
    await page.goto(`t/${server.team}/runs/${id}`)
    await page.waitForURL('**/login?next=**')
    await page.fill('input[name=login]', server.login)
    await page.fill('input[name=password]', server.password)
    await page.click('button[type=submit]')
    await page.waitForURL(`**/runs/${id}`)
    await page.waitForSelector('tr[data-item]')
    want((await page.locator('tr[data-item]').first().getAttribute('data-item')) === first, 'another view after the login')

    // The same again without a node, and side by side.
    await page.click('a[href*="again=run"]')
    await page.waitForSelector('[data-field="k"] input')
    want((await page.inputValue('[data-field="k"] input')) === '7', 'the form does not hold the request that is run again')
    await page.fill('[data-field="k"] input', '6')
    await page.locator('.toggles input').first().check()
    await page.click('form button[type=submit]')
    await page.waitForSelector(`[data-run]:not([data-run="${id}"])`)
    await page.waitForSelector('tr[data-skipped=true]')
    await shoot(v, 'run-off')
    await page.locator('.pick li', { has: page.locator('.pick-side') }).first().locator('.pick-side').click()
    await page.waitForURL('**/runs/compare?**')
    await page.waitForSelector('tr[data-node]')
    await page.waitForSelector('tr[data-differs=k]')
    want((await page.locator('tr[data-differs]').count()) === 1, 'requests that differ in one field are said to differ in more')
    want((await page.locator('tr[data-differs=k]').innerText()).match(/[67]/g)?.length === 2, 'the values that differ are not both shown')
    await page.waitForTimeout(300)
    await check('compare')
    await shoot(v, 'compare-runs')

    // Any cell of an item leads to its document.
    await page.goto(`t/${server.team}/runs/${id}`)
    await page.locator('tr[data-item] [data-cell=score]').first().click()
    await page.waitForURL(/\/resources\/.*key=/)
    want(found.length === 0, found.join('\n'))
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
