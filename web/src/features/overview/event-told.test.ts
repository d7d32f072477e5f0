import { beforeAll, describe, expect, test } from 'vitest'
import i18next from 'i18next'
import { speak } from '@/lib/i18n'
import { eventTold } from './event-told'

// The sentences as the server sends them.
const SENT = [
  ['scene.normal', 'scene home is normal again'],
  ['scene.slow', 'scene home: 12 of 80 requests too late, p99 251ms'],
  ['scene.slow', 'scene home: 12 of 80 requests failed, p99 251ms'],
  ['scene.slow', 'scene home: 1 of 1 request failed, p99 251ms'],
  ['scene.degraded', 'scene home: 12 of 80 requests answered without a part or by the fallback'],
  ['version.live', 'version 7 is live, by zoe'],
  ['version.loading', 'version 7 is loading'],
  ['version.loading', 'version 7 is loading; until it serves version 6 does'],
  ['version.failed', 'version 8 cannot run, the last good one serves: no such node'],
  ['surge.begun', 'traffic times 8 for 1m'],
  ['surge.begun', 'traffic grows to 2.5 times what can be served in full, for 30s'],
  ['surge.ended', 'traffic is back at 18.5 requests a second'],
  ['fault.ended', 'drill ended: delay of resource apps, by zoe'],
  ['degradation.normal', 'scene home: normal, clean'],
  ['degradation.degraded', 'scene home: degraded, the budget is below what the full plans need; deepest plan: near off, shelved k 71'],
  ['degradation.frozen', 'scene home: frozen, frozen by hand, by zoe'],
  ['database.ok', 'the database answers again'],
  ['database.down', 'the database does not answer; scenes are served from memory, writes have to wait'],
  ['database.recovering', 'the database is coming back'],
] as const

const tell = (kind: string, message: string) => eventTold(i18next.t, { kind, message })

describe('in English it is the sentence of the server', () => {
  beforeAll(() => speak('en'))
  test.each(SENT)('%s: %s', (kind, message) => expect(tell(kind, message)).toBe(message))
})

describe('in Chinese', () => {
  beforeAll(() => speak('zh'))
  test.each(SENT)('%s: %s is told anew', (kind, message) => expect(tell(kind, message)).not.toBe(message))
  test('keeps the numbers', () => expect(tell('scene.slow', 'scene home: 12 of 80 requests too late, p99 251ms')).toBe('场景 home：80 个请求中有 12 个超时，p99 251ms'))
  test('keeps the plan and who', () =>
    expect(tell('degradation.shedding', 'scene home: shedding, by hand; deepest plan: near off, by zoe')).toBe('场景 home：拒绝中，手动；最深方案：near off，由 zoe 操作'))
  test.each([
    ['degradation.note', 'another sentence'],
    ['surge.begun', 'another sentence'],
    ['scene.slow', 'another sentence'],
    ['later.kind', 'scene home is normal again'],
  ])('%s: what is not known stays as it came', (kind, message) => expect(tell(kind, message)).toBe(message))
})
