// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Simulation, SimulationClass, SimulationResult } from '@/api/types'
import { speak } from '@/lib/i18n'
import { SimulationClasses } from './simulation-classes'

afterEach(cleanup)

const of = (name: SimulationClass['class'], lost: number, full: number): SimulationClass => ({ class: name, scenes: 100, offered: 12_345, lost, full, p99_ms: 53 })
const result = (policy: string, classes: SimulationClass[]) => ({ policy, classes, timeline: [] }) as unknown as SimulationResult
const simulation = (...results: SimulationResult[]) => ({ scenario: 'scenes', about: '', seed: 1, aims: [], results }) as Simulation
const scenes = simulation(
  result('ours', [of('spare', 0, 0.347), of('core', 0, 0.816), of('normal', 0, 0.475)]),
  result('none', [of('core', 0.716, 1), of('normal', 0.705, 1), of('spare', 0.709, 1)]),
)
const cells = () => screen.getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((c) => c.textContent))

test('each class has a row for each policy, the most important class first', async () => {
  await speak('en')
  render(<SimulationClasses s={scenes} />)
  expect(cells()).toEqual([
    ['core', 'ours', '100', '12,345', '0%', '81.6%', '53ms'],
    ['core', 'none', '100', '12,345', '71.6%', '100%', '53ms'],
    ['normal', 'ours', '100', '12,345', '0%', '47.5%', '53ms'],
    ['normal', 'none', '100', '12,345', '70.5%', '100%', '53ms'],
    ['spare', 'ours', '100', '12,345', '0%', '34.7%', '53ms'],
    ['spare', 'none', '100', '12,345', '70.9%', '100%', '53ms'],
  ])
  expect(screen.getAllByRole('row').filter((r) => r.dataset.trouble === 'true').map((r) => r.dataset.of)).toEqual(['none', 'none', 'none'])
})

test('in Chinese the classes have Chinese names', async () => {
  await speak('zh')
  render(<SimulationClasses s={scenes} />)
  expect(screen.getByRole('heading', { name: '按场景等级' })).toBeTruthy()
  expect(cells().map((c) => c[0])).toEqual(['核心', '核心', '普通', '普通', '次要', '次要'])
})

test('one scene alone has no classes to show', async () => {
  await speak('en')
  const { container } = render(<SimulationClasses s={simulation(result('ours', []))} />)
  expect(container.innerHTML).toBe('')
})
