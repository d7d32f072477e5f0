// What the measurements share: CPU time of a page's main thread, the heap after
// a collection, and a line that says how a value stands to its budget.

/** Seconds of CPU time the page's main thread was busy, and its heap in bytes; other processes of the machine do not count. */
export async function meter(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  return {
    cdp,
    busy: async () => (await read()).TaskDuration,
    /** Garbage is collected first: what is left is held. */
    heap: async () => {
      await cdp.send('HeapProfiler.collectGarbage')
      return (await read()).JSHeapUsedSize
    },
  }
}

/** Share of the time in per cent that the main thread was busy. */
export async function share(page, seconds) {
  const m = await meter(page)
  const before = await m.busy()
  await page.waitForTimeout(seconds * 1000)
  const after = await m.busy()
  await m.cdp.detach()
  return ((after - before) / seconds) * 100
}

/** Prints a value beside its budget; `atLeast` where more is better. True when the budget does not hold. */
export function say(what, value, budget, unit, { digits = 0, atLeast = false, note = '' } = {}) {
  const over = atLeast ? value < budget : value > budget
  console.log(`${over ? 'OVER' : 'ok  '} ${what}: ${value.toFixed(digits)} ${unit}, budget ${atLeast ? '≥' : '≤'} ${budget} ${unit}${note && `, ${note}`}`)
  return over
}

/** The value of --name=… on the command line. */
export function option(name, otherwise) {
  const given = process.argv.find((a) => a.startsWith(`--${name}=`))
  const n = given === undefined ? otherwise : Number(given.slice(name.length + 3))
  if (!Number.isFinite(n) || n < 0) throw new Error(`--${name} wants a number, got ${given}`)
  return n
}
