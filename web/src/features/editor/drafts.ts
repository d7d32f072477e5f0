// The files of one draft as they stand in this browser: drives the machine of
// autosave.ts with the API and a clock. It outlives the page, so that a text
// that could not be saved yet is still there when its page is opened again.
import { Problem } from '@/api/problem'
import type { DraftFile, Text } from '@/api/types'
import { backoff } from '@/lib/backoff'
import { opened, step, unsaved, type Event, type FileState, type Kept } from './autosave'
import type { Shelf, Shelved } from './shelf'

/** Tag of a file that is not there yet. */
const NEW_FILE = '*'

const PAUSE = 700
/** Somebody who never pauses is saved all the same. */
const LONGEST = 4000

export interface DraftApi {
  read(path: string): Promise<DraftFile>
  save(path: string, tag: string, text: string): Promise<DraftFile>
}

function keptOf(f: DraftFile): Kept {
  return { text: f.text ?? '', tag: f.tag, by: f.updated_by, at: f.updated_at }
}

const NO_SHELF: Shelf = { get: () => undefined, put: () => undefined, drop: () => undefined }

export class Drafts {
  private readonly files = new Map<string, FileState>()
  private readonly timers = new Map<string, { stop: () => void; began: number }>()
  private readonly reading = new Map<string, Promise<void>>()
  private readonly listeners = new Set<() => void>()
  /** Texts of an earlier visit that were never saved and that nobody decided on yet. */
  private readonly offers = new Map<string, Shelved>()

  constructor(
    private readonly server: DraftApi,
    private readonly after: (ms: number, run: () => void) => () => void,
    private readonly now: () => number = Date.now,
    private readonly shelf: Shelf = NO_SHELF,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get(path: string): FileState | undefined {
    return this.files.get(path)
  }

  /** What an earlier visit could not save of this file, until it is taken or thrown away. */
  offer(path: string): Shelved | undefined {
    return this.offers.get(path)
  }

  /** Goes on with the text that was kept; others' saves since then make it a conflict to decide. */
  takeOffer(path: string): void {
    const o = this.offers.get(path)
    if (!o || this.files.get(path)?.phase !== 'saved') return
    this.offers.delete(path)
    this.apply(path, { kind: 'found', text: o.text, base: { text: o.base, tag: o.tag } })
    this.tell()
    if (this.files.get(path)?.phase === 'dirty') this.due(path)
  }

  dropOffer(path: string): void {
    if (!this.offers.delete(path)) return
    this.shelf.drop(path)
    this.tell()
  }

  /** Every text as it stands here, for questions about the whole project. */
  texts(): Text[] {
    return [...this.files].map(([path, s]) => ({ path, text: s.mine }))
  }

  /** Follows a listing: reads what is new or newer, forgets what is gone and was not being edited. */
  async listed(list: readonly DraftFile[]): Promise<void> {
    const paths = new Set(list.map((f) => f.path))
    for (const [path, s] of this.files) if (!paths.has(path) && s.phase === 'saved') this.drop(path)
    await Promise.all(
      list.filter((f) => f.tag !== this.files.get(f.path)?.base.tag && !this.saving(f.path)).map((f) => this.read(f.path)),
    )
  }

  private saving(path: string): boolean {
    return this.files.get(path)?.phase === 'saving'
  }

  private read(path: string): Promise<void> {
    const under = this.reading.get(path)
    if (under) return under
    const run = this.server
      .read(path)
      .then((f) => {
        const s = this.files.get(path)
        if (s) this.apply(path, { kind: 'read', kept: keptOf(f) })
        else this.first(path, keptOf(f))
      })
      .finally(() => this.reading.delete(path))
    this.reading.set(path, run)
    return run
  }

  private first(path: string, kept: Kept): void {
    const left = this.shelf.get(path)
    if (left && left.text !== kept.text) this.offers.set(path, left)
    else if (left) this.shelf.drop(path)
    this.put(path, opened(kept))
  }

  edit(path: string, text: string): void {
    this.apply(path, { kind: 'edit', text })
    if (this.files.get(path)?.phase === 'dirty') this.arm(path, PAUSE)
  }

  resolve(path: string, text: string): void {
    this.apply(path, { kind: 'resolved', text })
    if (this.files.get(path)?.phase === 'dirty') this.due(path)
  }

  /** Saves at once what waits: before publishing, when the page is left, after a login. */
  flush(): void {
    for (const path of this.files.keys()) this.due(path)
  }

  /** Resolves when everything is saved, false when something cannot be. */
  async settled(): Promise<boolean> {
    this.flush()
    const waiting = () => [...this.files.values()].some((s) => s.phase === 'saving' || s.phase === 'dirty')
    while (waiting()) await new Promise<void>((done) => this.subscribeOnce(done))
    return !this.unsaved()
  }

  unsaved(): boolean {
    return [...this.files.values()].some(unsaved)
  }

  /** Files with two texts to decide between. */
  conflicts(): string[] {
    return [...this.files].filter(([, s]) => s.phase === 'conflict').map(([path]) => path)
  }

  /** A file that somebody else has not made meanwhile; refused with 409 otherwise. */
  async create(path: string, text: string): Promise<void> {
    this.put(path, opened(keptOf(await this.server.save(path, NEW_FILE, text))))
  }

  drop(path: string): void {
    this.disarm(path)
    this.offers.delete(path)
    this.shelf.drop(path)
    if (this.files.delete(path)) this.tell()
  }

  private subscribeOnce(run: () => void): void {
    const stop = this.subscribe(() => {
      stop()
      run()
    })
  }

  private put(path: string, s: FileState): void {
    const before = this.files.get(path)
    if (before === s) return
    this.files.set(path, s)
    this.keep(path, s, before)
    this.tell()
  }

  /** What is not with the server stands on the shelf from the moment it is sent; each key would be too often. */
  private keep(path: string, s: FileState, before: FileState | undefined): void {
    if (s.phase === 'saved') {
      if (before && before.phase !== 'saved' && !this.offers.has(path)) this.shelf.drop(path)
    } else if (s.phase !== 'dirty' && s.mine !== s.base.text) this.shelf.put(path, { text: s.mine, base: s.base.text, tag: s.base.tag, at: this.now() })
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }

  private apply(path: string, e: Event): void {
    const s = this.files.get(path)
    if (s) this.put(path, step(s, e))
  }

  private arm(path: string, ms: number): void {
    const old = this.timers.get(path)
    const began = old?.began ?? this.now()
    old?.stop()
    const wait = Math.max(0, Math.min(ms, began + LONGEST - this.now()))
    this.timers.set(path, { began, stop: this.after(wait, () => this.due(path)) })
  }

  private disarm(path: string): void {
    this.timers.get(path)?.stop()
    this.timers.delete(path)
  }

  private due(path: string): void {
    this.disarm(path)
    const before = this.files.get(path)
    if (!before) return
    this.apply(path, { kind: 'due' })
    const s = this.files.get(path)
    if (s?.phase === 'saving' && before.phase !== 'saving' && s.sent !== undefined) void this.send(path, s.base.tag, s.sent)
  }

  private async send(path: string, tag: string, text: string): Promise<void> {
    try {
      this.apply(path, { kind: 'saved', kept: { ...keptOf(await this.server.save(path, tag, text)), text } })
    } catch (error) {
      this.failed(path, error)
    }
    const s = this.files.get(path)
    if (s?.phase === 'dirty') this.arm(path, PAUSE)
    if (s?.phase === 'offline') {
      this.disarm(path)
      this.timers.set(path, { began: this.now(), stop: this.after(backoff(s.failures - 1, Math.random), () => this.due(path)) })
    }
  }

  private failed(path: string, error: unknown): void {
    const p = error instanceof Problem ? error : Problem.offline(error)
    const current = p.body.current as DraftFile | undefined
    if (p.status === 409 && current) this.apply(path, { kind: 'stale', theirs: keptOf(current) })
    else if (p.status === 401) this.apply(path, { kind: 'expired' })
    else if (p.status === 0 || p.status >= 500 || p.status === 429) this.apply(path, { kind: 'lost' })
    else this.apply(path, { kind: 'refused', problem: p.detail })
  }
}
