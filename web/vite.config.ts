import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The development server forwards the API to a running `riffle up` (or to
// `node web/e2e/mock/serve.mjs`); RIFFLE_DEV_API says where it listens.
const api = process.env.RIFFLE_DEV_API ?? 'http://127.0.0.1:8080'

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
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api, ws: true } } },
  test: {
    root: here('.'),
    // Tests of components name jsdom themselves; it costs seconds a file.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
})
