import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The development server forwards the API to a running `riffle up` (or to
// `node web/e2e/mock/serve.mjs`); RIFFLE_DEV_API says where it listens.
const api = process.env.RIFFLE_DEV_API ?? 'http://127.0.0.1:8080'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const SHEET = /\.css$/

/** The module and all that it imports at once. */
function reached(from: string, modules: Modules): Set<string> {
  const ids = new Set<string>()
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (ids.has(at)) continue
    ids.add(at)
    open.push(...(modules.getModuleInfo(at)?.importedIds ?? []))
  }
  return ids
}

/**
 * What the first script imports is one file, and the parts of the first page are
 * another: thirty small ones wait for each other on a slow line. The rest is split
 * by page.
 */
function grouped() {
  let first: Set<string> | undefined
  let parts: Set<string> | undefined
  return (id: string, modules: Modules): string | null => {
    first ??= reached(here('./src/main.tsx'), modules)
    parts ??= reached(here('./src/pages/overview/overview-page.tsx'), modules)
    if (SHEET.test(id)) return null
    if (first.has(id)) return 'first'
    return parts.has(id) && !/\/src\/(pages|features)\//.test(id) ? 'parts' : null
  }
}

export default defineConfig({
  root: here('.'),
  // Relative addresses, so that one build works under any sub-path.
  base: './',
  publicDir: here('./public'),
  resolve: { alias: { '@': here('./src') } },
  plugins: [react()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would be a data: address, which the content policy forbids for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: [{ debugName: 'first visit', name: grouped() }] } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, ws: true } } },
  test: {
    root: here('.'),
    // Tests of components name jsdom themselves; it costs seconds a file.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'e2e/mock/*.test.mjs'],
    restoreMocks: true,
    // What hangs fails; a busy machine does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
