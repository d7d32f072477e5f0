// The draft of the mock: files that are written, renamed and deleted under
// their tags, versions that are published and made live. What texts mean only
// the server knows: its answers to the texts of the journeys are fixtures.
import { createHash } from 'node:crypto'

const tagOf = (text) => `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`

export class Draft {
  constructor({ fixture, refuse }) {
    this.fixture = fixture
    this.refuse = refuse
    this.written = fixture('written')
    this.files = new Map()
    for (const f of [fixture('file'), fixture('file-broken')]) this.files.set(f.path, { ...f, tag: tagOf(f.text) })
    this.versions = fixture('versions').items
    this.activations = fixture('activations').items
  }

  listing() {
    const files = [...this.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
    return { files: files.map(({ text: _, ...f }) => f), published: false, tag: tagOf(files.map((f) => f.path + f.tag).join()) }
  }

  read(path) {
    return this.files.get(path)
  }

  save(path, match, text, who) {
    const old = this.files.get(path)
    if ((old?.tag ?? '*') !== match) return this.stale(path, old)
    const now = { errors: 0, warnings: 0, path, text, tag: tagOf(text), rev: (old?.rev ?? 0) + 1, bytes: Buffer.byteLength(text), updated_at: new Date().toISOString(), updated_by: who }
    this.files.set(path, now)
    return now
  }

  remove(path, match) {
    const old = this.files.get(path)
    if (!old) return undefined
    if (old.tag !== match) return this.stale(path, old)
    this.files.delete(path)
    return null
  }

  rename(path, match, to) {
    const old = this.files.get(path)
    if (!old) return undefined
    if (old.tag !== match || this.files.has(to)) return this.stale(path, this.files.get(to) ?? old)
    this.files.delete(path)
    this.files.set(to, { ...old, path: to })
    return this.files.get(to)
  }

  stale(path, current) {
    const answer = this.refuse(409, 'stale', `file ${path} was changed since you read it`)
    return { ...answer, body: { ...answer.body, current } }
  }

  /** Answers of the server to the very texts that were asked about, else to the project of the fixtures. */
  graph(files) {
    const texts = new Set((files ?? []).map((f) => f.text))
    return this.written.graphs.find((g) => texts.has(g.text))?.graph ?? this.fixture('graph')
  }

  format({ path, text }) {
    const known = this.written.graphs.some((g) => g.text === text) && path === 'written.riffle'
    if (known) return { ...this.written.format, changed: text !== this.written.format.text }
    return { text, changed: false, diagnostics: [] }
  }

  complete({ file }) {
    return file === 'written.riffle' ? this.written.complete : this.fixture('complete')
  }

  plan({ from, to }) {
    if (from === 'live' && to === '1' && this.versions.length > 1) return this.written.back
    return this.files.has('written.riffle') ? this.written.plan : this.fixture('plan')
  }

  publish({ note }, who) {
    const number = this.versions.length + 1
    this.versions.unshift({ ...this.versions[0], number, note: note ?? '', author: who, created_at: new Date().toISOString() })
    this.activate(number, who)
    return { ...this.versions[0], checked: { diagnostics: [], errors: 0 } }
  }

  activate(number, who) {
    const found = this.versions.find((v) => v.number === number)
    if (!found) return undefined
    for (const v of this.versions) v.live = v === found
    this.activations.unshift({ seq: this.activations.length + 1, version: number, actor: who, at: new Date().toISOString(), note: '' })
    return found
  }

  restore() {
    this.files.delete('written.riffle')
    return this.listing()
  }

  /** The doors of the API that lead here; `who` is the login that asks. */
  routes(team) {
    const path = (m) => decodeURIComponent(m[1])
    const at = (rest) => new RegExp(`^teams/${team}/${rest}$`)
    return [
      ['GET', at('files'), () => this.listing()],
      ['GET', at('files/([^/]+)'), (m) => this.read(path(m))],
      ['PUT', at('files/([^/]+)'), (m, b, c) => this.save(path(m), c.match, b.text, c.login)],
      ['DELETE', at('files/([^/]+)'), (m, _b, c) => this.remove(path(m), c.match)],
      ['POST', at('files/([^/]+)/rename'), (m, b, c) => this.rename(path(m), c.match, b.to)],
      ['POST', at('graph'), (_m, b) => this.graph(b?.files)],
      ['POST', at('format'), (_m, b) => this.format(b)],
      ['POST', at('complete'), (_m, b) => this.complete(b)],
      ['POST', at('hover'), () => ({ found: false })],
      ['POST', at('definition'), () => this.fixture('definition')],
      ['POST', at('check'), () => this.fixture('check')],
      ['POST', at('plan'), (_m, b) => this.plan(b)],
      ['GET', at('versions'), () => ({ items: this.versions })],
      ['POST', at('versions'), (_m, b, c) => this.publish(b, c.login)],
      ['GET', at('versions/(\\d+)'), (m) => ({ ...this.fixture('version'), ...this.versions.find((v) => v.number === Number(m[1])) })],
      ['POST', at('versions/(\\d+)/activate'), (m, _b, c) => this.activate(Number(m[1]), c.login)],
      ['POST', at('versions/(\\d+)/restore'), () => this.restore()],
      ['GET', at('activations'), () => ({ items: this.activations })],
      ['GET', at('(operators|templates)'), (m) => this.fixture(m[1])],
    ]
  }
}
