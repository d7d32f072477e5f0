// A load test from the browser: begun, its curves watched, ended by hand; a
// second one to its end; the report read, and the two compared.
import { axe, logIn, shoot, visit, want } from '../visit.mjs'

export default {
  name: 'load test, abort, verdict, compare',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'zh' })
    const { page, faults } = v
    const found = []
    const check = async (name) => found.push(...(await axe(v)).map((fault) => `${name}: ${fault}`))
    await logIn(v, server)
    await page.click('a[href$="/loadtests"]')
    await page.waitForSelector('form select[name=scene]')
    await page.waitForSelector('.note, [data-loadtest]')
    await shoot(v, 'loadtests-empty')
    await check('load tests')

    const begin = async (seconds, note) => {
      await page.selectOption('select[name=scene]', 'browse')
      await page.selectOption('select[name=profile]', 'ramp')
      await page.fill('input[name=rate]', '5')
      await page.fill('input[name=peak]', '20')
      await page.fill('input[name=duration]', String(seconds))
      await page.fill('input[name=note]', note)
      await page.click('form button[type=submit]')
      await page.waitForSelector('[role=dialog]')
      await page.locator('[role=dialog] .button.primary').click()
      await page.waitForURL(/\/loadtests\/[a-z2-7]{16}$/)
      return page.url().split('/').pop()
    }
    const one = await begin(600, 'one')
    await page.waitForSelector('[data-verdict=running]')
    // Live: the count of answers goes up without a reload.
    await page.waitForFunction(() => Number(document.querySelectorAll('.strip dd')[9]?.textContent?.replace(/\D/g, '')) > 20, undefined, { timeout: 60_000 })
    await shoot(v, 'loadtest-running')
    await check('a running load test')
    await page.click('.page-head .button')
    await page.locator('[role=dialog] .button.primary').click()
    await page.waitForSelector('[data-check=lost]', { timeout: 60_000 })
    await shoot(v, 'loadtest-aborted')
    await check('an ended load test')

    await page.click('.page-head a.button')
    await page.waitForSelector('form select[name=scene]')
    const two = await begin(3, 'two')
    await page.waitForSelector('[data-check=lost]', { timeout: 60_000 })
    const kept = await page.evaluate(async ([team, id]) => (await fetch(`../../../api/v1/teams/${team}/loadtests/${id}`)).json(), [server.team, two])
    want(kept.state === 'done' && kept.report.sums.due > 0, `the report is not kept: ${JSON.stringify(kept.state)}`)
    want((await page.locator('.page-head [data-verdict]').getAttribute('data-verdict')) === kept.report.verdict.result, 'the page and the API have other verdicts')

    await page.goto(`t/${server.team}/loadtests`)
    for (const id of [one, two]) await page.locator(`tr[data-loadtest="${id}"] input`).check()
    await shoot(v, 'loadtests')
    await page.click('a[href*="/loadtests/compare"]')
    await page.waitForSelector('tr[data-row=p99_ms]')
    const url = new URL(page.url())
    want(url.searchParams.get('a') === one && url.searchParams.get('b') === two, 'the older one is not A')
    await shoot(v, 'loadtest-compare')
    await check('two load tests')
    want(faults.length + found.length === 0, [...faults, ...found].join('\n'))
    await v.context.close()
  },
}
