import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQuietOrganizations } from './quiet-organizations.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function givenWaiting(count: number) {
  const quiet = createQuietOrganizations()
  quiet.note('org_1', true)
  let ended = 0
  const wait = () => void quiet.wait().then(() => (ended += 1))
  for (let i = 0; i < count; i += 1) wait()
  const endedSoon = async () => {
    await vi.advanceTimersByTimeAsync(0)
    return ended
  }
  return { quiet, wait, endedSoon }
}

describe('given events that wait, of an organisation without an endpoint', () => {
  test('when the time is over, then all of them end together', async () => {
    const { wait, endedSoon } = givenWaiting(1)
    await vi.advanceTimersByTimeAsync(60)
    wait()
    expect(await endedSoon()).toBe(0)
    await vi.advanceTimersByTimeAsync(40)
    expect(await endedSoon()).toBe(2)
  })

  test('when a look finds an endpoint, then they end at once, and later events of it do not wait', async () => {
    const { quiet, endedSoon } = givenWaiting(2)
    quiet.note('org_1', false)
    expect(await endedSoon()).toBe(2)
    expect(quiet.has('org_1')).toBe(false)
  })

  test('when another organisation has endpoints as before, then they wait on', async () => {
    const { quiet, endedSoon } = givenWaiting(2)
    quiet.note('org_2', false)
    expect(await endedSoon()).toBe(0)
    expect(quiet.has('org_1')).toBe(true)
  })

  test('when they are released, then those that come later wait anew', async () => {
    const { quiet, wait, endedSoon } = givenWaiting(1)
    quiet.release()
    wait()
    expect(await endedSoon()).toBe(1)
  })
})
