// Checks what tsc does not: the arrows between the layers, the length of a
// file, words that bypass the key list, and styles that the content policy
// would refuse.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join, relative, sep } from 'node:path'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const MAX_LINES = 400

// Each layer may import itself and what stands behind it in this list.
const LAYERS = ['pages', 'features', 'components', 'api', 'theme', 'lib', 'gen']

const files = readdirSync(src, { recursive: true })
  .map((f) => join(src, String(f)))
  .filter((f) => /\.(ts|tsx|css)$/.test(f))

const faults = []
for (const file of files) {
  const name = relative(src, file).split(sep).join('/')
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const layer = name.split('/')[0]
  if (layer !== 'gen' && lines.length > MAX_LINES) faults.push(`${name}: ${lines.length} lines, at most ${MAX_LINES}`)
  const rank = LAYERS.indexOf(layer)
  lines.forEach((line, i) => {
    const at = `${name}:${i + 1}`
    const target = /from '@\/([a-z]+)\//.exec(line)?.[1]
    if (rank >= 0 && target && !name.includes('.test.') && LAYERS.indexOf(target) < rank) {
      faults.push(`${at}: ${layer} imports ${target}; arrows go ${LAYERS.join(' → ')}`)
    }
    if (/from '\.\.\/\.\.\//.test(line)) faults.push(`${at}: write @/… instead of climbing two folders`)
    if (/dangerouslySetInnerHTML|<style[ >]|\beval\(|new Function\(/.test(line)) faults.push(`${at}: the content policy forbids inline styles and scripts`)
    if (/\b(TODO|FIXME)\b/.test(line)) faults.push(`${at}: finish it or say so in the README`)
    if (layer !== 'test' && !name.startsWith('lib/i18n/') && !name.includes('.test.') && /[\u4e00-\u9fff]/.test(line) && !/lang-name/.test(line)) {
      faults.push(`${at}: words belong in lib/i18n`)
    }
  })
}
for (const fault of faults) console.error(fault)
console.log(`${files.length} files checked, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
