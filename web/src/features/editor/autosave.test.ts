import { describe, expect, test } from 'vitest'
import { opened, step, unsaved, type Event, type FileState, type Kept } from './autosave'

const kept = (text: string, tag: string): Kept => ({ text, tag })
const run = (events: Event[], from: FileState = opened(kept('a', '1'))) => events.reduce(step, from)
const edit = (text: string): Event => ({ kind: 'edit', text })
const due: Event = { kind: 'due' }
const saved = (text: string, tag: string): Event => ({ kind: 'saved', kept: kept(text, tag) })
const stale = (text: string, tag: string): Event => ({ kind: 'stale', theirs: kept(text, tag) })

describe('autosave', () => {
  const cases: [name: string, events: Event[], want: Partial<FileState>][] = [
    ['an edit waits for a pause', [edit('ab')], { phase: 'dirty', mine: 'ab' }],
    ['an edit that is undone has nothing to save', [edit('ab'), edit('a')], { phase: 'saved' }],
    ['a pause sends', [edit('ab'), due], { phase: 'saving', sent: 'ab' }],
    ['a pause without an edit sends nothing', [due], { phase: 'saved', mine: 'a' }],
    ['the answer ends it', [edit('ab'), due, saved('ab', '2')], { phase: 'saved', base: kept('ab', '2') }],
    ['what was typed meanwhile is sent next', [edit('ab'), due, edit('abc'), saved('ab', '2')], { phase: 'dirty', mine: 'abc', base: kept('ab', '2') }],
    ['one save is under way at a time', [edit('ab'), due, edit('abc'), due], { phase: 'saving', sent: 'ab' }],
    ['no answer: kept, and tried again', [edit('ab'), due, { kind: 'lost' }], { phase: 'offline', mine: 'ab', failures: 1 }],
    ['typing goes on offline', [edit('ab'), due, { kind: 'lost' }, edit('abc')], { phase: 'offline', mine: 'abc' }],
    ['and is sent when it is due', [edit('ab'), due, { kind: 'lost' }, edit('abc'), due], { phase: 'saving', sent: 'abc' }],
    ['failures are counted until an answer', [edit('ab'), due, { kind: 'lost' }, due, { kind: 'lost' }], { failures: 2 }],
    ['undone while offline: nothing to send', [edit('ab'), due, { kind: 'lost' }, edit('a'), due], { phase: 'saved' }],
    ['an ended session keeps the text', [edit('ab'), due, { kind: 'expired' }], { phase: 'login', mine: 'ab' }],
    ['and sends it after the login', [edit('ab'), due, { kind: 'expired' }, due], { phase: 'saving', sent: 'ab' }],
    ['a refusal waits for another text', [edit('ab'), due, { kind: 'refused', problem: 'too large' }, due], { phase: 'refused', problem: 'too large' }],
    ['and the next edit tries anew', [edit('ab'), due, { kind: 'refused', problem: 'too large' }, edit('ac')], { phase: 'dirty', problem: undefined }],
    ['somebody else saved: a conflict with all three texts', [edit('ab'), due, stale('ax', '9')], { phase: 'conflict', mine: 'ab', base: kept('a', '1'), theirs: kept('ax', '9') }],
    ['nothing is sent in a conflict', [edit('ab'), due, stale('ax', '9'), edit('abc'), due], { phase: 'conflict', mine: 'abc' }],
    ['the decision is saved over theirs', [edit('ab'), due, stale('ax', '9'), { kind: 'resolved', text: 'abx' }, due], { phase: 'saving', sent: 'abx', base: kept('ax', '9') }],
    ['taking theirs needs no save', [edit('ab'), due, stale('ax', '9'), { kind: 'resolved', text: 'ax' }], { phase: 'saved', mine: 'ax', base: kept('ax', '9') }],
    ['both wrote the same: no conflict', [edit('ab'), due, stale('ab', '9')], { phase: 'saved', base: kept('ab', '9') }],
    ['our own save, whose answer was lost, is no conflict', [edit('ab'), due, { kind: 'lost' }, edit('abc'), due, stale('ab', '9')], { phase: 'dirty', mine: 'abc', base: kept('ab', '9') }],
    ['theirs moved on during a conflict', [edit('ab'), due, stale('ax', '9'), { kind: 'read', kept: kept('ay', '10') }], { theirs: kept('ay', '10'), mine: 'ab' }],
    ['a newer text is shown where nothing was typed', [{ kind: 'read', kept: kept('z', '5') }], { phase: 'saved', mine: 'z' }],
    ['and leaves half-made edits alone', [edit('ab'), { kind: 'read', kept: kept('z', '5') }], { phase: 'dirty', mine: 'ab', base: kept('a', '1') }],
    ['a late failure changes nothing', [{ kind: 'lost' }], { phase: 'saved', failures: 0 }],
  ]
  test.each(cases)('%s', (_name, events, want) => expect(run(events)).toMatchObject(want))

  test('whatever happens, what was typed last is mine until a person decides or a save shows it', () => {
    let seed = 11
    const roll = (n: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n
    for (let round = 0; round < 200; round++) {
      let s = opened(kept('0', 't0'))
      let typed = '0'
      for (let i = 0; i < 30; i++) {
        const events: Event[] = [edit(String(roll(5))), due, { kind: 'lost' }, { kind: 'expired' }, { kind: 'refused', problem: 'no' }]
        if (s.phase === 'saving' && s.sent !== undefined) events.push(saved(s.sent, `t${i}`), stale('other', `o${i}`))
        const e = events[roll(events.length)] as Event
        if (e.kind === 'edit') typed = e.text
        s = step(s, e)
        expect(s.mine).toBe(typed)
        expect(unsaved(s)).toBe(s.phase !== 'saved')
        if (s.phase === 'saved') expect(s.base.text).toBe(typed)
        if (s.phase === 'conflict') expect(s.theirs).toBeDefined()
      }
    }
  })
})
