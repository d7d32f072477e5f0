import { expect, test } from 'vitest'
import { AFTER, INSTEAD, keyOf, LAZY, marksOf, OPTIONAL } from './marks'
import { node, pipeline, twice } from '@/test/graphs'

test('a node bears the marks of what it is', () => {
  expect(marksOf(node('a', 'recall'))).toEqual([])
  expect(marksOf(node('a', 'recall', [], { optional: true, lazy: true }))).toEqual([LAZY, OPTIONAL])
  expect(marksOf(node('a', 'after', [], { lazy: true }))).toEqual([AFTER])
})

test('the key explains what occurs and nothing else', () => {
  expect(keyOf(pipeline(3))).toEqual([])
  expect(keyOf(twice)).toEqual([LAZY, INSTEAD])
  expect(keyOf([node('a', 'recall', [], { optional: true })])).toEqual([OPTIONAL])
})
