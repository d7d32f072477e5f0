// An owner adds a viewer; the viewer sees no write buttons, and a page that
// needs more says which role. The viewer's membership ends with the journey.
import { call } from '../call.mjs'
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
    // The viewer reads the draft; nothing there says that it was saved or could be.
    await viewer.page.goto(`t/${server.team}/pipelines/home_feed/edit`)
    await viewer.page.waitForSelector('.cm-content')
    want((await viewer.page.locator('.save-mark, .editor-head .primary').count()) === 0, 'a viewer is told of saving or publishing')
    await viewer.page.goto(`t/${server.team}/settings/tokens`)
    await viewer.page.waitForSelector('[role=alert]')
    await shoot(viewer, 'forbidden')
    await importing(owner, viewer, server)
    const found = await axe(viewer)
    want(found.length === 0, found.join('\n'))
    want(viewer.faults.length === 0, viewer.faults.join('\n'))

    // No write button, and the API says the same and who can change it.
    if (server.home) {
      const refused = await call(viewer, 'POST', `teams/${server.team}/members`, { login: 'somebody', role: 'viewer' })
      want(refused.status === 403 && /owner/.test(refused.body.detail), `a viewer adding members: ${JSON.stringify(refused)}`)
      await tokens(owner, server)
    }
    await viewer.context.close()
    await owner.page.goto(members)
    await owner.page.waitForSelector(`tr[data-member="${VIEWER}"]`)

    await owner.page.locator(`tr[data-member="${VIEWER}"] button`).click()
    await owner.page.waitForSelector('[role=dialog]')
    await shoot(owner, 'confirm')
    await owner.page.locator('[role=dialog] .button.primary').click()
    await owner.page.waitForSelector(`tr[data-member="${VIEWER}"]`, { state: 'detached' })
    want(owner.faults.length === 0, owner.faults.join('\n'))
    await owner.context.close()
  },
}

/** An owner lets a team import and takes it back; a viewer reads who may and can say nothing. */
async function importing({ page }, viewer, server) {
  const path = `t/${server.team}/settings/importers`
  await page.goto(path)
  await page.fill('form input', 'e2e-borrower')
  await page.click('form button[type=submit]')
  const row = page.locator('tr[data-importer="e2e-borrower"]')
  await row.waitFor()
  await viewer.page.goto(path)
  await viewer.page.waitForSelector('tr[data-importer="e2e-borrower"]')
  want((await viewer.page.locator('main form, tr[data-importer] button').count()) === 0, 'a viewer can change who may import')
  await row.locator('button').click()
  await page.locator('[role=dialog] .button.primary').click()
  await row.waitFor({ state: 'detached' })
}

/** A token with one scope does that and no more; revoked it does nothing; the audit has both. */
async function tokens({ page }, server) {
  await page.goto(`t/${server.team}/settings/tokens`)
  await page.waitForSelector('form input')
  await page.fill('form input', 'e2e-reader')
  await page.locator('.scopes input').first().check()
  await page.click('form button[type=submit]')
  const secret = await page.locator('.secret-value').innerText()
  const ask = (method, path, body) =>
    fetch(`${server.address}/api/v1/teams/${server.team}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((r) => r.status)
  want((await ask('GET', 'scenes')) === 200, 'the token cannot read')
  want((await ask('POST', `scenes/${server.scenes[0].name}/serve`, { request: server.scenes[0].request })) === 403, 'a token that may read may also serve')
  const row = page.locator('tr[data-token]', { hasText: 'e2e-reader' })
  await row.locator('button').click()
  await page.locator('[role=dialog] .button.primary').click()
  await row.waitFor({ state: 'detached' })
  want((await ask('GET', 'scenes')) === 401, 'a revoked token still reads')
  await page.goto(`t/${server.team}/audit?action=token`)
  await page.waitForSelector('[data-audit]')
  const actions = await page.locator('[data-audit]').evaluateAll((rows) => rows.map((row) => row.dataset.action))
  want(actions.some((a) => a.includes('token.create')) && actions.some((a) => /token\.(delete|revoke)/.test(a)), `the audit has not both: ${actions.join(' | ')}`)
  want(actions.every((a) => a.includes('token.')), 'the filter lets others through')
}
