import { beforeAll, describe, expect, test } from 'vitest'
import i18next from 'i18next'
import { speak } from '@/lib/i18n'
import { aboutTold, SENTENCES } from './about'

const ALL = Object.keys(SENTENCES)

describe('in English it is the sentence of the server', () => {
  beforeAll(() => speak('en'))
  test.each(ALL)('%s', (about) => expect(aboutTold(i18next.t, about)).toBe(about))
})

describe('in Chinese', () => {
  beforeAll(() => speak('zh'))
  test.each(ALL)('%s is told anew', (about) => expect(aboutTold(i18next.t, about)).not.toBe(about))
  test('what is not known stays as it came', () => expect(aboutTold(i18next.t, 'rain')).toBe('rain'))
})
