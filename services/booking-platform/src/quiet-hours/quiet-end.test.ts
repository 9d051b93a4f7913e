import type { BookingPlatformContext } from '../context.ts'
import type { FreedRecord } from '../freed/freed-store.ts'
import { quietEndFor } from './quiet-end.ts'

/** Quiet from 9 in the evening to 8 in the morning, at noon in London, with a provider in each zone. */
const endWith = (...zones: string[]) => {
  const ctx = {
    quietHours: { of: async () => ({ start: '21:00', end: '08:00' }) },
    providers: { findMany: async () => zones.map((time_zone) => ({ time_zone })) },
    clock: { now: () => new Date('2026-12-01T12:00:00Z') },
  } as unknown as BookingPlatformContext
  return quietEndFor(ctx, { organization_id: 'org_1', provider_ids: ['prv_1'] } as unknown as FreedRecord)
}

describe('freed time', () => {
  test('is offered at once while one of its providers is awake', async () => {
    expect(await endWith('Pacific/Auckland', 'Europe/London')).toBeUndefined()
  })

  test('waits for the first of its providers whose night ends while all of them sleep', async () => {
    const auckland = new Date('2026-12-01T19:00:00Z')
    const losAngeles = new Date('2026-12-01T16:00:00Z')
    expect(await endWith('Pacific/Auckland')).toEqual(auckland)
    expect(await endWith('Pacific/Auckland', 'America/Los_Angeles')).toEqual(losAngeles)
  })
})
