import { expect, test } from 'vitest'
import type { DraftFile, PipelineGraph, Plan } from '@/api/types'
import { rowsOf } from './rows'

const file = (path: string, errors = 0) => ({ path, errors }) as DraftFile
const graph = (name: string, path: string, scenes: string[] = []) => ({ name, file: path, scenes, nodes: [{}, {}] }) as unknown as PipelineGraph
const plan = (names: string[], files: string[] = []) =>
  ({ changes: names.map((name) => ({ kind: 'pipeline', name, change: 'changed' })), files: files.map((path) => ({ path })) }) as unknown as Plan

const brief = (input: Parameters<typeof rowsOf>[0]) => rowsOf(input).map((r) => `${r.name} ${r.file} ${r.state} ${r.errors} ${r.live ? 'live' : '-'} ${r.changed ? 'changed' : '-'} ${r.scenes.join()}`)

test('what compiles, by name', () =>
  expect(brief({ files: [file('a'), file('b')], drafted: [graph('hot', 'b'), graph('feed', 'a', ['home'])], live: [graph('hot', 'b')], plan: plan(['feed']) })).toEqual([
    'feed a ok 0 - changed home',
    'hot b ok 0 live - ',
  ]))

test('a pipeline of a broken file stays, with its scenes', () =>
  expect(brief({ files: [file('a', 2)], drafted: [], live: [graph('feed', 'a', ['home'])], plan: undefined })).toEqual(['feed a broken 2 live changed home']))

test('a broken file nobody knew lists by its own name', () =>
  expect(brief({ files: [file('feeds/fresh.riffle', 1)], drafted: [], live: [], plan: plan([], ['feeds/fresh.riffle']) })).toEqual(['fresh feeds/fresh.riffle broken 1 - changed ']))

test('an error beside a pipeline that compiles does not list the file twice', () =>
  expect(brief({ files: [file('a', 1)], drafted: [graph('hot', 'a')], live: [], plan: undefined })).toEqual(['hot a ok 1 - - ']))

test('what was deleted from a sound file is not listed', () => expect(brief({ files: [file('a')], drafted: [], live: [graph('feed', 'a')], plan: undefined })).toEqual([]))
