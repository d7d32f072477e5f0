// What becomes of one file that is being edited: a pure machine, so that every
// order of keys, answers and failures can be tested. Its rules: one save is
// under way at a time; a save names the text it was edited from; what was typed
// is never replaced unless it is saved or a person decided.

/** A text as the server holds it. */
export interface Kept {
  text: string
  /** Sent as If-Match. */
  tag: string
  by?: string | undefined
  at?: string | undefined
}

export type Phase =
  | 'saved'
  /** Changed, waits for a pause in the typing. */
  | 'dirty'
  | 'saving'
  /** No answer came; tried again by itself. */
  | 'offline'
  /** The session ended; tried again after the login. */
  | 'login'
  /** Somebody else saved meanwhile: theirs is set, and nothing is sent until a person has decided. */
  | 'conflict'
  /** The server refused and would again; the next edit tries anew. */
  | 'refused'

export interface FileState {
  phase: Phase
  /** What mine was edited from. */
  base: Kept
  mine: string
  /** The text under way. */
  sent?: string | undefined
  theirs?: Kept | undefined
  /** A text whose save was not answered; it may have arrived all the same. */
  maybe?: string | undefined
  /** Failures in a row without an answer. */
  failures: number
  /** Why the server refused. */
  problem?: string | undefined
}

export type Event =
  | { kind: 'edit'; text: string }
  /** The typing paused, a retry is due, or the page is left. */
  | { kind: 'due' }
  | { kind: 'saved'; kept: Kept }
  | { kind: 'stale'; theirs: Kept }
  | { kind: 'lost' }
  | { kind: 'expired' }
  | { kind: 'refused'; problem: string }
  /** A person decided what the text is, having seen theirs. */
  | { kind: 'resolved'; text: string }
  /** A text that an earlier visit could not save, and what it was edited from. */
  | { kind: 'found'; text: string; base: Kept }
  /** The server's text, read anew. */
  | { kind: 'read'; kept: Kept }

export function opened(kept: Kept): FileState {
  return { phase: 'saved', base: kept, mine: kept.text, failures: 0 }
}

/** True when leaving the page now would lose something. */
export function unsaved(s: FileState): boolean {
  return s.phase !== 'saved'
}

export function step(s: FileState, e: Event): FileState {
  switch (e.kind) {
    case 'edit':
      return edit(s, e.text)
    case 'due':
      return s.phase === 'dirty' || s.phase === 'offline' || s.phase === 'login' ? send(s) : s
    case 'saved': {
      const base = { ...s, base: e.kept, sent: undefined, maybe: undefined, failures: 0, problem: undefined }
      return { ...base, phase: s.mine === e.kept.text ? 'saved' : 'dirty' }
    }
    case 'stale':
      // The other side wrote what stands here: there is nothing to decide.
      if (e.theirs.text === s.mine) return opened(e.theirs)
      if (e.theirs.text === s.maybe) return { ...opened(e.theirs), mine: s.mine, phase: 'dirty' }
      return { ...s, phase: 'conflict', theirs: e.theirs, sent: undefined, failures: 0 }
    case 'lost':
      return s.phase === 'saving' ? { ...s, phase: 'offline', maybe: s.sent, sent: undefined, failures: s.failures + 1 } : s
    case 'expired':
      return s.phase === 'saving' ? { ...s, phase: 'login', sent: undefined } : s
    case 'refused':
      return s.phase === 'saving' ? { ...s, phase: s.mine === s.sent ? 'refused' : 'dirty', sent: undefined, problem: e.problem } : s
    case 'resolved':
      if (s.phase !== 'conflict' || !s.theirs) return s
      return edit({ ...opened(s.theirs), mine: s.theirs.text }, e.text)
    case 'found':
      if (s.phase !== 'saved') return s
      // Nobody saved in between: it goes on where it stopped.
      if (e.base.tag === s.base.tag) return edit(s, e.text)
      return { phase: 'conflict', base: e.base, mine: e.text, theirs: s.base, failures: 0 }
    case 'read':
      if (e.kept.tag === s.base.tag) return s
      // Half-made edits are never replaced: the next save finds the newer text.
      return s.phase === 'saved' ? opened(e.kept) : s.phase === 'conflict' ? { ...s, theirs: e.kept } : s
  }
}

function edit(s: FileState, text: string): FileState {
  if (text === s.mine) return s
  const next = { ...s, mine: text }
  switch (s.phase) {
    case 'saved':
    case 'dirty':
    case 'refused':
      return { ...next, phase: text === s.base.text ? 'saved' : 'dirty', problem: undefined }
    case 'saving':
    case 'offline':
    case 'login':
    case 'conflict':
      return next
  }
}

function send(s: FileState): FileState {
  // Undone while offline: what the server holds is what stands here.
  if (s.mine === s.base.text) return { ...s, phase: 'saved', failures: 0 }
  return { ...s, phase: 'saving', sent: s.mine }
}
