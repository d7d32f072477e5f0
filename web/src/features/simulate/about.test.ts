import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import i18next from 'i18next'
import { speak } from '@/lib/i18n'
import { aboutTold, aimTold, SENTENCES } from './about'

const ALL = Object.keys(SENTENCES)
const aims = [...readFileSync('engine/degrade/simulate/aim.go', 'utf8').matchAll(/add\((?:s\.Scene\+)?"([^"]+)"/g)].map((m) => (m[1]?.startsWith(' ') ? `home${m[1]}` : (m[1] ?? '')))

describe('in English it is the sentence of the server', () => {
  beforeAll(() => speak('en'))
  test.each(ALL)('%s', (about) => expect(aboutTold(i18next.t, about)).toBe(about))
  test.each(aims)('%s', (what) => expect(aimTold(i18next.t, what)).toBe(what))
})

describe('in Chinese', () => {
  beforeAll(() => speak('zh'))
  test.each(ALL)('%s is told anew', (about) => expect(aboutTold(i18next.t, about)).not.toBe(about))
  test('each aim of the simulator is told anew', () => {
    expect(aims).toHaveLength(6)
    expect(aims.filter((what) => aimTold(i18next.t, what) === what)).toEqual([])
    expect(aimTold(i18next.t, 'home on the full plan')).toBe('home 使用完整方案')
  })
  test('what is not known stays as it came', () => expect(aboutTold(i18next.t, 'rain')).toBe('rain'))
})
