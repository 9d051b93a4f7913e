import { createLogger, systemClock } from '@usher/service-kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDuePoller } from './due-poller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tools = { log: createLogger('test', 'silent'), clock: systemClock }

describe('given work that is done when it comes due', () => {
  test('when the next is due in a while, then it is done at that time', async () => {
    const work = vi.fn(async () => new Date(Date.now() + 1_200))
    await using poller = startDuePoller('test', tools, work)
    await poller.poke()
    await vi.advanceTimersByTimeAsync(1_199)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('when nothing is planned, then it sleeps until it looks for what another replica planned', async () => {
    const work = vi.fn(async () => undefined)
    await using poller = startDuePoller('test', tools, work)
    await poller.poke()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
  })
})
