import type { Progress } from '../log/delivery.ts'
import { type AttemptOutcome, progressAfter, progressWithoutEndpoint } from './progress.ts'

const endedAt = new Date('2026-01-01T12:00:00Z')
const earlier = new Date('2026-01-01T11:00:00Z')
const pending: Progress = {
  status: 'pending',
  automatic_attempts: 1,
  next_attempt_at: earlier,
  completed_at: null,
}
const failed: Progress = { ...pending, status: 'failed', next_attempt_at: null, completed_at: earlier }
const delivered: Progress = { ...failed, status: 'delivered' }
const failure: AttemptOutcome = {
  trigger: 'automatic',
  acknowledged: false,
  endpointDisabled: false,
  endedAt,
  random: 0,
}

describe('a pending delivery', () => {
  test('schedules the next attempt after a failed automatic attempt', () => {
    const next = new Date(endedAt.getTime() + 300_000)
    expect(progressAfter(pending, failure)).toEqual({
      ...pending,
      automatic_attempts: 2,
      next_attempt_at: next,
    })
  })

  test('fails after the last automatic attempt', () => {
    const last = { ...pending, automatic_attempts: 9 }
    expect(progressAfter(last, failure)).toEqual({
      status: 'failed',
      automatic_attempts: 10,
      next_attempt_at: null,
      completed_at: endedAt,
    })
  })

  test('stays unchanged after a failed manual attempt', () => {
    expect(progressAfter(pending, { ...failure, trigger: 'manual' })).toEqual(pending)
  })

  test('becomes delivered after an acknowledged attempt', () => {
    expect(progressAfter(pending, { ...failure, acknowledged: true })).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      completed_at: endedAt,
    })
  })

  test('fails when its endpoint is disabled by the attempt or deleted', () => {
    expect(progressAfter(pending, { ...failure, endpointDisabled: true }).status).toBe('failed')
    expect(progressWithoutEndpoint(pending, endedAt)).toMatchObject({
      status: 'failed',
      completed_at: endedAt,
    })
  })
})

describe('a completed delivery', () => {
  test('keeps its status after a failed manual attempt', () => {
    const manual = { ...failure, trigger: 'manual', endpointDisabled: true } as const
    expect(progressAfter(failed, manual)).toEqual(failed)
    expect(progressAfter(delivered, manual)).toEqual(delivered)
    expect(progressWithoutEndpoint(delivered, endedAt)).toEqual(delivered)
  })

  test('an acknowledged manual attempt makes a failed one delivered and keeps the time of a delivered one', () => {
    const manual = { ...failure, trigger: 'manual', acknowledged: true } as const
    expect(progressAfter(failed, manual)).toMatchObject({ status: 'delivered', completed_at: endedAt })
    expect(progressAfter(delivered, manual).completed_at).toEqual(earlier)
  })
})
