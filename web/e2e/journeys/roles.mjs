// An owner adds a viewer; the viewer sees no write buttons, and a page that
// needs more says which role. The viewer's membership ends with the journey.
import { axe, logIn, shoot, visit, want } from '../visit.mjs'

const VIEWER = 'e2e-viewer'

export default {
  name: 'a viewer sees no write buttons',
  async run({ browser, server }) {
    const owner = await visit(browser, server, { theme: 'light', lang: 'en' })
    await logIn(owner, server)
    const members = `t/${server.team}/settings/members`
    await owner.page.goto(members)
    await owner.page.waitForSelector('tr[data-member]')
    await owner.page.fill('form input', VIEWER)
    await owner.page.click('form button[type=submit]')
    const password = await owner.page.locator('.secret-value').innerText()
    await owner.page.waitForSelector(`tr[data-member="${VIEWER}"]`)
    await shoot(owner, 'member-added')

    const viewer = await visit(browser, server, { theme: 'dark', lang: 'zh' })
    await logIn(viewer, { login: VIEWER, password })
    await viewer.page.waitForSelector('tr[data-scene]')
    want((await viewer.page.locator('.traffic input').count()) === 0, 'a viewer can set the traffic')
    await viewer.page.goto(members)
    await viewer.page.waitForSelector('tr[data-member]')
    want((await viewer.page.locator('main form, main select').count()) === 0, 'a viewer can change members')
    await viewer.page.goto(`t/${server.team}/settings/tokens`)
    await viewer.page.waitForSelector('[role=alert]')
    await shoot(viewer, 'forbidden')
    const found = await axe(viewer)
    want(found.length === 0, found.join('\n'))
    want(viewer.faults.length === 0, viewer.faults.join('\n'))
    await viewer.context.close()

    await owner.page.locator(`tr[data-member="${VIEWER}"] button`).click()
    await owner.page.waitForSelector('[role=dialog]')
    await shoot(owner, 'confirm')
    await owner.page.locator('[role=dialog] .button.primary').click()
    await owner.page.waitForSelector(`tr[data-member="${VIEWER}"]`, { state: 'detached' })
    want(owner.faults.length === 0, owner.faults.join('\n'))
    await owner.context.close()
  },
}
