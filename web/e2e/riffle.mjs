// The real binary: `riffle up --demo` in a home of its own, until it says by
// DIR/demo.json and /readyz that it is ready.
import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const root = fileURLToPath(new URL('../../', import.meta.url))
const READY_SECONDS = 600

/** The binary that is driven: $RIFFLE_BIN, or what `make build` makes. */
export const binary = process.env.RIFFLE_BIN ?? join(root, 'bin/riffle')

export class Riffle {
  /** Without `demo` an empty instance with its first account only, under `base`. */
  constructor({ demo = true, base = '/' } = {}) {
    this.isDemo = demo
    this.base = base
    this.home = mkdtempSync(join(tmpdir(), 'riffle-e2e-'))
    // Beside the home, not in it: it is kept when a journey failed.
    this.log = `${this.home}.log`
    this.addr = null
  }

  /** Starts and waits; a second start takes the port of the first, as a restarted server does. */
  async start() {
    this.addr ??= `127.0.0.1:${await freePort()}`
    const out = openSync(this.log, 'a')
    const began = Date.now()
    this.child = spawn(binary, ['up', ...(this.isDemo ? ['--demo'] : []), '--home', this.home, '--addr', this.addr, '--base-path', this.base], { stdio: ['ignore', out, out] })
    let ended = null
    this.child.once('exit', (code, signal) => (ended = `exit ${code ?? signal}`))
    this.child.once('error', (error) => (ended = String(error)))
    for (;;) {
      if (ended) throw new Error(`riffle up ended (${ended}):\n${this.tail()}`)
      if (Date.now() - began > READY_SECONDS * 1000) throw new Error(`riffle up is not ready after ${READY_SECONDS} s:\n${this.tail()}`)
      const demo = this.isDemo ? this.demo() : this.first()
      if (demo && (await ready(demo.address))) {
        Object.assign(this, demo)
        this.address = demo.address.replace(/\/$/, '')
        this.addr = new URL(this.address).host
        return
      }
      await sleep(100)
    }
  }

  /** What an empty instance prints once: its first account. */
  first() {
    const log = readFileSync(this.log, 'utf8')
    const account = /login (\S+), password (\S+)/.exec(log)
    const address = /serves at (\S+)/.exec(log)?.[1]
    return account && address ? { address, login: account[1], password: account[2] } : null
  }

  demo() {
    try {
      return JSON.parse(readFileSync(join(this.home, 'demo.json'), 'utf8'))
    } catch {
      return null
    }
  }

  /** Ends it at once, as a crash would. */
  async kill() {
    await this.end('SIGKILL')
  }

  async stop({ keepLog = false } = {}) {
    await this.end('SIGTERM')
    rmSync(this.home, { recursive: true, force: true })
    if (keepLog) console.log(`the server's log is in ${this.log}`)
    else rmSync(this.log, { force: true })
  }

  async end(signal) {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
  }

  /** Freezes the private Postgres with all its processes, so that it hangs instead of ending. */
  async stopDatabase() {
    for (const pid of this.postgres()) process.kill(pid, 'SIGSTOP')
  }

  async startDatabase() {
    for (const pid of this.postgres()) process.kill(pid, 'SIGCONT')
  }

  /** The postmaster of this home and its children, by /proc. */
  postgres() {
    const master = Number(readFileSync(join(this.home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => parentOf(pid) === master)
      .map(Number)
    return [master, ...children]
  }

  tail() {
    try {
      return readFileSync(this.log, 'utf8').split('\n').slice(-25).join('\n')
    } catch {
      return '(no output)'
    }
  }
}

/** A port that no outgoing connection is given while the server is away; internal/port does the same. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise((done) => {
      const s = createServer()
      s.once('error', () => done(false))
      s.listen(port, '127.0.0.1', () => s.close(() => done(true)))
    })
    if (free) return port
  }
}

function parentOf(pid) {
  try {
    // The command's name may hold spaces and brackets; the parent is the second field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0 // it ended meanwhile
  }
}

async function ready(address) {
  try {
    const res = await fetch(new URL('readyz', address.replace(/\/?$/, '/')), { signal: AbortSignal.timeout(2000) })
    return res.ok
  } catch {
    return false
  }
}
