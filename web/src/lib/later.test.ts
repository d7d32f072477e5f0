// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { patient } from './later'

test('what can be fetched at the third try is there', async () => {
  let asked = 0
  const load = async () => {
    if (++asked < 3) throw new Error('away')
    return asked
  }
  expect(await patient(load, 1)).toBe(3)
})

test('what stays away is an error', async () => {
  let asked = 0
  const load = () => Promise.reject(new Error(`away ${++asked}`))
  await expect(patient(load, 1, 4)).rejects.toThrow('away 4')
})

test('the connection coming back is not waited out', async () => {
  let asked = 0
  const load = async () => {
    if (++asked < 2) throw new Error('away')
    return 'here'
  }
  const got = patient(load, 60_000)
  await Promise.resolve()
  await Promise.resolve()
  dispatchEvent(new Event('online'))
  expect(await got).toBe('here')
})
