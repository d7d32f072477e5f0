// Journeys through the console in a real browser: `npm run e2e` against
// bin/riffle, `npm run e2e -- --mock` against the mock, `--only=pattern` for some,
// `--looks=all` for every page in all four pairs of theme and language.
import { existsSync } from 'node:fs'
import { openBrowser } from './browser.mjs'
import broken from './journeys/broken.mjs'
import chinese from './journeys/chinese.mjs'
import conflict from './journeys/conflict.mjs'
import database from './journeys/database.mjs'
import documents from './journeys/documents.mjs'
import drill from './journeys/drill.mjs'
import flood from './journeys/flood.mjs'
import gain from './journeys/gain.mjs'
import first from './journeys/first.mjs'
import keys from './journeys/keys.mjs'
import limits from './journeys/limits.mjs'
import link from './journeys/link.mjs'
import live from './journeys/live.mjs'
import loadtest from './journeys/loadtest.mjs'
import { ALL_LOOKS, LOOKS, pages } from './journeys/pages.mjs'
import roles from './journeys/roles.mjs'
import run from './journeys/run.mjs'
import silence from './journeys/silence.mjs'
import steady from './journeys/steady.mjs'
import subpath from './journeys/subpath.mjs'
import traffic from './journeys/traffic.mjs'
import why from './journeys/why.mjs'
import write from './journeys/write.mjs'
import { Mocked } from './mocked.mjs'
import { binary, Riffle } from './riffle.mjs'

const mocked = process.argv.includes('--mock')
const only = process.argv.find((a) => a.startsWith('--only='))?.slice('--only='.length) ?? ''
const looks = process.argv.includes('--looks=all') ? ALL_LOOKS : LOOKS
const journeys = [steady, keys, broken, traffic, roles, ...looks.map(pages), run, why, loadtest, gain, documents, limits, flood, drill, first, link, write, chinese, conflict, silence, subpath, ...(process.platform === 'linux' ? [database] : []), live].filter((j) => new RegExp(only).test(j.name) && !(mocked && j.needsRiffle))
const must = process.env.RIFFLE_CI === '1'

function leave(why) {
  console.log(`journeys skipped: ${why}`)
  if (must) console.log('0 passed, 1 failed')
  process.exit(must ? 1 : 0)
}

if (!mocked && !existsSync(binary)) leave(`no ${binary}: make build`)
const browser = await openBrowser()
if (!browser) leave('no browser')

const server = mocked ? new Mocked() : new Riffle()
let passed = 0
let failed = 0
try {
  await server.start()
  for (const j of journeys) {
    const began = Date.now()
    try {
      await j.run({ browser, server })
      passed++
      console.log(`ok    ${j.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failed++
      console.log(`FAIL  ${j.name}\n      ${String(error.stack ?? error).split('\n').slice(0, 12).join('\n      ')}`)
      for (const c of browser.contexts()) await c.close()
    }
  }
} catch (error) {
  failed++
  console.log(`FAIL  start\n      ${error}`)
} finally {
  await browser.close()
  await server.stop({ keepLog: failed > 0 })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
