import { expect, test } from 'vitest'
import type { Diagnostic } from '@/api/types'
import { urgentFirst } from './urgent'

const found = (severity: Diagnostic['severity'], file: string, line: number) => ({ severity, file, line, column: 1, message: '', code: '' }) as Diagnostic

test('an error stands above every hint, and those of the open file above the others', () => {
  const all = [found('hint', 'a', 1), found('hint', 'b', 1), found('error', 'a', 9), found('warning', 'a', 2), found('error', 'b', 3), found('error', 'b', 4)]
  expect(urgentFirst(all, 'b').map((d) => `${d.severity} ${d.file}${d.line}`)).toEqual(['error b3', 'error b4', 'error a9', 'warning a2', 'hint b1', 'hint a1'])
  expect(urgentFirst(all, undefined)[0]?.severity).toBe('error')
  expect(all[0]?.severity).toBe('hint')
})
