// A scene with written limits: its page tells how each is divided and how much was
// asked, as the API does; what comes above is refused, and the page says that more
// is asked than the instance takes. Then the version from before is live again.
import { call, removeFile, writeFile } from '../call.mjs'
import { axe, logIn, shoot, until, visit, want } from '../visit.mjs'

const FILE = 'e2e_limits.riffle'
const TEXT = `pipeline e2e_limits(user: User, k: int(1..50) = 3) -> items {
  return take(top(apps, by: rdeps, k: 3), k)
}

scene e2e_limited {
  pipeline: e2e_limits
  deadline: 100ms
  limit:    4/s
  class:    spare
  tier newcomers when user.active_days < 3 { limit: 1/s by user.id }
}
`

export default {
  name: 'written limits of a scene',
  needsRiffle: true,
  async run({ browser, server }) {
    const v = await visit(browser, server, { theme: 'dark', lang: 'zh', height: 1400 })
    const { page, faults } = v
    const { team } = server
    await logIn(v, server)
    const of = async (path) => (await call(v, 'GET', `teams/${team}/${path}`)).body
    const before = (await of('versions')).items.find((x) => x.live).number
    await writeFile(v, team, FILE, TEXT)
    try {
      const made = await call(v, 'POST', `teams/${team}/versions`, { note: 'limits', activate: true })
      want(made.status === 201, `not published: ${JSON.stringify(made.body)}`)
      await page.goto(`t/${team}/scenes/e2e_limited?tab=degrade`)
      await page.waitForSelector('[data-limits=none]')
      const ask = (id) => call(v, 'POST', `teams/${team}/scenes/e2e_limited/serve`, { request: { user: { id, active_days: 1, seen: [] } } })
      // Until the page saw more come than there is room for: a busy machine asks slowly.
      let refused = 0
      await until(async () => {
        const statuses = await Promise.all(Array.from({ length: 8 }, () => ask('p0001').then((r) => r.status)))
        refused += statuses.filter((s) => s === 429).length
        return refused > 0 && (await page.locator('tr[data-limit=e2e_limited][data-tier=""][data-trouble=true]').count()) > 0
      }, 'the page says that more is asked than is taken')
      await shoot(v, 'limits')
      let shown, told
      await until(async () => {
        told = (await of('limits')).limits.filter((l) => l.scene === 'e2e_limited').map((l) => `${l.tier ?? ''} ${l.part} ${l.asked}`)
        shown = await page.locator('tr[data-limit]').evaluateAll((rows) => rows.map((r) => `${r.dataset.tier} ${r.dataset.part} ${r.dataset.asked}`))
        return told.length === 2 && shown.join() === told.join()
      }, 'the page and the API tell the same').catch((error) => {
        throw new Error(`${error.message}: ${shown} against ${told}`)
      })
      const text = await page.locator('tr[data-limit][data-tier=newcomers]').innerText()
      want(/1\.0\/s/.test(text) && text.includes('按每个键'), `the limit of newcomers reads ${text}`)
      const found = await axe(v)
      want(found.length === 0, found.join('\n'))
    } finally {
      await call(v, 'POST', `teams/${team}/versions/${before}/activate`, { note: 'as before' })
      await removeFile(v, team, FILE)
    }
    want(faults.length === 0, faults.join('\n'))
    await v.context.close()
  },
}
