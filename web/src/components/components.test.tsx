// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '@/api/problem'
import { speak } from '@/lib/i18n'
import { percent } from '@/lib/format'
import { Loaded } from './loaded'
import { Panel } from './panel'
import { Q } from './q'
import { StateMark } from './state-mark'
import { WilsonBar } from './wilson-bar'

beforeAll(() => speak('en'))
afterEach(cleanup)

const refetch = () => undefined

describe('components', () => {
  test('a state is told by glyph and word, its name stands in the tip', () => {
    render(<StateMark state="shedding" suffix=" L2" />)
    expect(screen.getByText('⊗')).toBeTruthy()
    expect(screen.getByTitle('shedding').textContent).toContain('shedding L2')
  })

  test('a state the console does not know is shown by its own name', () => {
    render(<StateMark state="melting" />)
    expect(screen.getByText('melting')).toBeTruthy()
  })

  test('a panel that repeats its page keeps its heading for a screen reader, and no empty bar', () => {
    const { container } = render(<Panel title="Traces" untitled children={null} />)
    expect(screen.getByRole('heading', { name: 'Traces' }).className).toBe('hidden-label')
    expect(container.querySelector('header')).toBeNull()
    expect(screen.getByRole('region', { name: 'Traces' })).toBeTruthy()
  })

  test('a missing value is a dash, not a zero', () => {
    const { container } = render(<Q of={percent(null)} />)
    expect(container.textContent).toBe('–')
  })

  test('without a request the bar says n=0 and has no dot', () => {
    const { container } = render(<WilsonBar of={{ rate: 0, low: 0, high: 1, n: 0 }} scale={0.1} />)
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('n=0')
    expect(container.querySelector('circle')).toBeNull()
  })

  test('an error shows its sentence, its request id and a way to try again', () => {
    const error = new Problem(503, 'unavailable', 'the database cannot be reached', 'r-17')
    render(<Loaded query={{ data: undefined, error, refetch }} skeleton={null} children={() => null} />)
    expect(screen.getByRole('alert').textContent).toContain('the database cannot be reached')
    expect(screen.getByText('r-17')).toBeTruthy()
    expect(screen.getByRole('button')).toBeTruthy()
  })

  test('an error beside old data keeps the data', () => {
    const error = Problem.offline(new Error('fetch failed'))
    render(<Loaded query={{ data: 'old rows', error, refetch }} skeleton={null} children={(d) => <p>{d}</p>} />)
    expect(screen.getByText('old rows')).toBeTruthy()
    expect(screen.getByRole('alert')).toBeTruthy()
  })

  test('a refusal for lack of a role says who can help', () => {
    render(<Loaded query={{ data: undefined, error: new Problem(403, 'forbidden', 'needs the role owner'), refetch }} skeleton={null} children={() => null} />)
    expect(screen.getByRole('alert').textContent).toMatch(/needs the role owner.*owner of the team/s)
  })

  test('a refusal for another reason sends nobody to an owner', () => {
    const error = new Problem(403, 'forbidden', 'the old password is wrong', undefined, { reason: 'old_password_wrong' })
    render(<Loaded query={{ data: undefined, error, refetch }} skeleton={null} children={() => null} />)
    expect(screen.getByRole('alert').textContent).toMatch(/old password is wrong/)
    expect(screen.getByRole('alert').textContent).not.toMatch(/role|owner/)
  })
})
