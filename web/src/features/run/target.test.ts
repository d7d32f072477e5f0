import { expect, test } from 'vitest'
import { pipelineOf, targetsOf } from './target'

const graphs = [
  { name: 'home_feed', scenes: ['home'] },
  { name: 'needed', scenes: ['find', 'home'] },
]

test('scenes of the live version and of the source, then pipelines', () =>
  expect(targetsOf([{ name: 'verses' }, { name: 'home' }], graphs).map((x) => x.id)).toEqual([
    'scene:find',
    'scene:home',
    'scene:verses',
    'pipeline:home_feed',
    'pipeline:needed',
  ]))

test.each([
  ['pipeline:needed', 'needed'],
  ['scene:home', 'needed'],
  ['scene:find', 'needed'],
  ['scene:nowhere', undefined],
  ['pipeline:nowhere', undefined],
])('%s asks %s', (target, want) => expect(pipelineOf(target, [{ name: 'home', pipeline: 'needed' }], graphs)?.name).toBe(want))
