// Finds a Chromium: $CHROMIUM, then the PATH, then the one in npm's
// @sparticuz/chromium (x64 Linux), which unpacks itself into the temp folder.
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A browser ready to open pages, or null where this machine has none. */
export async function openBrowser() {
  const named = process.env.CHROMIUM
  const found = named
    ? [named].find(runs)
    : (process.env.PATH ?? '')
        .split(':')
        .flatMap((dir) => NAMES.map((name) => join(dir, name)))
        .find(runs)
  if (found) return chromium.launch({ executablePath: found, args: ARGS })
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const path = await packed.executablePath()
    return await chromium.launch({ executablePath: path, args: [...packed.args, ...ARGS] })
  } catch (error) {
    console.error(`npm's chromium does not run here: ${String(error).split('\n')[0]}`)
    return null
  }
}
