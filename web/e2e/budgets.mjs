// Every budget by one command, printed: `npm run budgets [-- --soak=30]`. Sizes of
// the build; first paint, the board and a long trace; the graph with 60 and 500
// nodes, moved about, and what it holds of memory after a while (minutes); on the
// server 200 viewers and a blocked reader. Only sizes fail: the others depend on
// the machine and on what else it does, so they are printed, with OVER where they
// do not hold. What cannot be measured here says so, which RIFFLE_CI=1 makes a
// failure.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const binary = process.env.RIFFLE_BIN ?? `${root}bin/riffle`
const must = process.env.RIFFLE_CI === '1'

const parts = [
  ['sizes', 'node', ['web/scripts/budget.mjs'], () => existsSync(`${root}web/dist/index.html`), 'no build: make build'],
  ['board', 'node', ['web/e2e/speed.mjs'], () => existsSync(`${root}web/dist/index.html`), 'no build: make build'],
  ['graph', 'node', ['web/e2e/graph-speed.mjs', ...process.argv.filter((a) => a.startsWith('--soak='))], () => existsSync(`${root}web/e2e/graph-speed.mjs`), 'no measurement of the graph'],
  ['editor', 'node', ['web/e2e/editor-speed.mjs'], () => existsSync(binary), 'no binary: make build'],
  ['viewers', 'go', ['test', './server/live', '-count=1', '-v', '-run', 'TestManyViewers|TestBlockedReader|TestSlowReaderIsTold'], () => spawnSync('go', ['version']).status === 0, 'no Go'],
]

let failed = 0
let over = 0
for (const [name, command, args, possible, why] of parts) {
  console.log(`— ${name}`)
  if (!possible()) {
    console.log(`not measured: ${why}`)
    if (must) failed++
    continue
  }
  const began = Date.now()
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, RIFFLE_BIN: binary } })
  const text = `${run.stdout}${run.stderr}`
  console.log(text.split('\n').filter((l) => l.trim() !== '' && !/^(=== RUN|PASS)/.test(l)).join('\n'))
  over += text.split('\n').filter((l) => l.startsWith('OVER')).length
  const bad = (run.status !== 0 && name !== 'viewers') || (must && /not measured/.test(text))
  if (run.status !== 0 && name === 'viewers') over++
  if (bad) failed++
  console.log(`${bad ? 'FAIL' : 'ok  '} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}
console.log(failed > 0 ? `${failed} of ${parts.length} parts failed` : over > 0 ? `sizes hold, ${over} budgets of time or memory do not on this machine` : 'all budgets hold')
process.exit(failed > 0 ? 1 : 0)
