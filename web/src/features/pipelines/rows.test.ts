import { expect, test } from 'vitest'
import type { DraftFile, PipelineGraph, Plan } from '@/api/types'
import { rowsOf } from './rows'

const file = (path: string, errors = 0) => ({ path, errors }) as DraftFile
const graph = (name: string, path: string, scenes: string[] = []) => ({ name, file: path, scenes, nodes: [{}, {}] }) as unknown as PipelineGraph
const plan = (names: string[], files: string[] = []) =>
  ({ changes: names.map((name) => ({ kind: 'pipeline', name, change: 'changed' })), files: files.map((path) => ({ path })) }) as unknown as Plan

const brief = (input: Parameters<typeof rowsOf>[0]) => rowsOf(input).map((r) => `${r.name} ${r.file} ${r.state} ${r.errors} ${r.live ? 'live' : '-'} ${r.change} ${r.scenes.join()}${r.drafted.length > 0 ? ` +${r.drafted.join()}` : ''}`)

test('what compiles, by name', () =>
  expect(brief({ files: [file('a'), file('b')], drafted: [graph('hot', 'b'), graph('feed', 'a', ['home'])], live: [graph('hot', 'b')], plan: plan(['feed']) })).toEqual([
    'feed a ok 0 - meaning  +home',
    'hot b ok 0 live none ',
  ]))

test('a pipeline of a broken file stays, with its scenes', () =>
  expect(brief({ files: [file('a', 2)], drafted: [], live: [graph('feed', 'a', ['home'])], plan: undefined })).toEqual(['feed a broken 2 live text home']))

test('a broken file nobody knew lists by its own name', () =>
  expect(brief({ files: [file('feeds/fresh.riffle', 1)], drafted: [], live: [], plan: plan([], ['feeds/fresh.riffle']) })).toEqual(['fresh feeds/fresh.riffle broken 1 - text ']))

test('an error beside a pipeline that compiles does not list the file twice', () =>
  expect(brief({ files: [file('a', 1)], drafted: [graph('hot', 'a')], live: [], plan: undefined })).toEqual(['hot a ok 1 - none ']))

test('what was deleted from a sound file is not listed', () => expect(brief({ files: [file('a')], drafted: [], live: [graph('feed', 'a')], plan: undefined })).toEqual([]))

test('an edit that changes a comment alone is told as one of the text', () =>
  expect(brief({ files: [file('a')], drafted: [graph('hot', 'a')], live: [graph('hot', 'a')], plan: plan([], ['a']) })).toEqual(['hot a ok 0 live text ']))

test('the scenes are the live ones, also where the draft has lost them to an error', () =>
  expect(
    brief({
      files: [file('a', 1)],
      drafted: [graph('hot', 'a', ['fresh'])],
      live: [graph('hot', 'a', ['home'])],
      plan: undefined,
    }),
  ).toEqual(['hot a ok 1 live none home +fresh']))
