// Prints what a first visit downloads, gzipped, and fails above the budget.
// Initial = what index.html names plus everything those scripts import statically
// (vite lists exactly these as modulepreload links), plus one language and the
// Overview page, which a first visit loads at once.
import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'

const INITIAL_KB = 180
const ROUTE_KB = 200
const CHUNK_KB = 300

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const size = (name) => gzipSync(readFileSync(dist + name)).length / 1024
const page = readFileSync(dist + 'index.html', 'utf8')
const named = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)].map((m) => m[1])
const assets = readdirSync(dist + 'assets').map((f) => 'assets/' + f)
const first = new Set(named)
for (const f of assets) if (/assets\/(overview-page|en)-[^/]*\.(js|css)$/.test(f)) first.add(f)
// A chunk imported statically by one of the first chunks is part of the first visit too.
for (const f of first) {
  if (!f.endsWith('.js') || !f.startsWith('assets/')) continue
  const text = readFileSync(dist + f, 'utf8')
  for (const m of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) first.add('assets/' + m[1])
}

/** What visiting each page downloads beyond the first visit, by the lists that vite writes beside its dynamic imports. */
function routes() {
  const list = []
  for (const f of assets.filter((f) => f.endsWith('.js'))) {
    const text = readFileSync(dist + f, 'utf8')
    const names = [...(/m\.f=\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/["'`]\.?\/?([^"'`]+)["'`]/g)].map((m) => 'assets/' + m[1].replace(/^assets\//, ''))
    for (const m of text.matchAll(/import\(["'`]\.\/([^"'`]+-page-[^"'`]+)["'`]\)[^[]{0,40}__vite__mapDeps\(\[([\d,]*)\]/g)) {
      const files = new Set([`assets/${m[1]}`, ...m[2].split(',').filter(Boolean).map((i) => names[Number(i)])])
      if (list.some(([page]) => page === m[1].replace(/-page-.*/, '-page'))) continue
      list.push([m[1].replace(/-page-.*/, '-page'), [...files].filter((n) => assets.includes(n) && !first.has(n))])
    }
  }
  if (list.length === 0) throw new Error('no lazy pages found: vite writes its lists another way now')
  return list
}

let failed = 0
const line = (name, kb, limit) => {
  const bad = kb > limit
  if (bad) failed++
  console.log(`${bad ? 'OVER' : 'ok  '} ${kb.toFixed(1).padStart(7)} KB of ${limit}  ${name}`)
}
const total = [...first].reduce((sum, f) => sum + size(f), 0)
line(`first visit of /overview: ${first.size} files`, total, INITIAL_KB)
for (const [page, files] of routes()) line(`${page}: ${files.length} files more`, files.reduce((sum, f) => sum + size(f), 0), ROUTE_KB)
for (const f of assets.filter((f) => f.endsWith('.js'))) if (size(f) > CHUNK_KB / 4) line(f, size(f), CHUNK_KB)
if (failed > 0) {
  console.error(`${failed} of the size budgets exceeded`)
  process.exit(1)
}
