// Every page in light English and dark Chinese: it shows, axe finds nothing
// serious, nothing breaks the content policy. The other two pairs of theme and
// language, of which each half was seen, come with --looks=all.
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

export const LOOKS = [
  { theme: 'light', lang: 'en' },
  { theme: 'dark', lang: 'zh' },
]
export const ALL_LOOKS = [...LOOKS, { theme: 'light', lang: 'zh' }, { theme: 'dark', lang: 'en' }]

/** Name, path, and what is waited for. */
export const pagesOf = (team, scene, resource) => [
  ['overview', `t/${team}/overview`, 'tr[data-scene]'],
  ['scenes', `t/${team}/scenes?q=${scene.slice(0, 3)}`, 'tr[data-scene]'],
  ['scene', `t/${team}/scenes/${scene}`, 'tr[data-node]'],
  ['scene-graph', `t/${team}/scenes/${scene}?tab=graph`, '.gnode'],
  ['scene-degrade', `t/${team}/scenes/${scene}?tab=degrade`, '[data-module], .note'],
  ['scene-requests', `t/${team}/scenes/${scene}?tab=requests`, '[data-request], .note'],
  ['scene-events', `t/${team}/scenes/${scene}?tab=events`, '.events, .note'],
  ['scene-policy', `t/${team}/scenes/${scene}?tab=policy`, '[data-policy]'],
  ['run', `t/${team}/run?target=scene:${scene}`, '[data-field]'],
  ['resources', `t/${team}/resources`, 'tr[data-resource]'],
  ['resource', `t/${team}/resources/${resource}`, 'tr[data-field]'],
  ['resource-documents', `t/${team}/resources/${resource}?tab=documents`, 'textarea'],
  ['resource-query', `t/${team}/resources/${resource}?tab=query&by=filter&filter=nope+%3E+1`, '[data-mistake]'],
  ['resource-state', `t/${team}/resources/${resource}?tab=state`, 'tr[data-slot], .note'],
  ['compare', `t/${team}/runs/compare`, '.note'],
  ['loadtests', `t/${team}/loadtests`, 'select[name=profile]'],
  ['gains', `t/${team}/gains`, '[data-gain-form]'],
  ['traces', `t/${team}/traces`, 'tr.link'],
  ['simulate', `t/${team}/simulate`, 'select[name=scenario]'],
  ['audit', `t/${team}/audit`, '[data-audit], .note'],
  ['members', `t/${team}/settings/members`, 'tr[data-member]'],
  ['roles', `t/${team}/settings/roles`, 'tr[data-right]'],
  ['tokens', `t/${team}/settings/tokens`, 'tr[data-token], .note'],
  ['importers', `t/${team}/settings/importers`, 'tr[data-importer], .note'],
  ['me', 'me', '.choice'],
  ['missing', `t/${team}/nowhere`, '.note'],
]

export function pages(look) {
  return {
    name: `every page, ${look.theme} ${look.lang}`,
    async run({ browser, server }) {
      const v = await visit(browser, server, look)
      const { page, faults } = v
      const found = []
      const check = async (name) => {
        for (const fault of await axe(v)) found.push(`${name}: ${fault}`)
      }
      await page.goto('login')
      await page.waitForSelector('input[name=password]')
      await check('login')
      await shoot(v, 'login')
      await logIn(v, server)
      for (const [name, path, ready] of pagesOf(server.team, server.scenes[0].name, 'apps')) {
        await page.goto(path)
        await page.waitForSelector(ready)
        if (name === 'overview' || name === 'scene') {
          await until(async () => (await page.locator('[data-live]').getAttribute('data-live')) === 'live', `${name} is live`)
          await page.waitForTimeout(1500)
        }
        await check(name)
        await shoot(v, name)
      }
      await page.goto(`t/${server.team}/traces`)
      // All of a row is its link, and the keyboard has it too.
      if (look.theme === 'dark') await page.locator('tr.link td').nth(3).click()
      else await page.locator('tr.link a').first().press('Enter')
      await page.waitForSelector('.span-track')
      await check('trace')
      await shoot(v, 'trace')
      want((await page.locator('html').getAttribute('data-theme')) === look.theme, 'the theme was not kept')
      want((await page.locator('html').getAttribute('lang')).startsWith(look.lang), 'the language was not kept')
      want(found.length === 0, found.join('\n'))
      want(faults.length === 0, faults.join('\n'))
      await v.context.close()
    },
  }
}
