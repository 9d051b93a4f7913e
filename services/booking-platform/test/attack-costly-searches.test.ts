import type { Client } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import { at, bookingOf, givenProvider, givenServiceType, shareHarness } from './harness.ts'

const shared = shareHarness()

/** A service type with a start every five minutes of 25 providers who never work: all of its horizon is searched. */
async function givenNeverFree(api: Client) {
  const providers = Array.from({ length: 25 }, (_, n) =>
    givenProvider(api, { name: `P ${n}`, weekly_hours: [] }),
  )
  const provider_ids = (await Promise.all(providers)).map(({ id }) => id)
  return await givenServiceType(api, { provider_ids, slot_step_minutes: 5, horizon_days: 365 })
}

const firstOf = (api: Client, type: { id: string }) =>
  api('GET', `/api/availability/first?service_type_id=${type.id}`)

/** How often an organisation may have it searched in a minute. */
const BUDGET = 20

async function statusesOf(count: number, ...given: Parameters<typeof firstOf>) {
  const statuses = []
  for (let n = 0; n < count; n += 1) statuses.push((await firstOf(...given)).status)
  return statuses
}

describe('attack: have all of the horizon searched, over and over', () => {
  test('by asking for the first time that is free: an organisation has a budget a minute, and others their own', async () => {
    const harness = await shared()
    const [api, other] = [harness.client(), harness.otherOrganization()]
    const type = await givenNeverFree(api)
    expect(await statusesOf(BUDGET + 1, api, type)).toEqual([...Array(BUDGET).fill(200), 429])
    expect((await firstOf(other, await givenNeverFree(other))).status).toBe(200)
  })

  test('by bookings that are refused: they are refused all the same, and the searches for others count', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenNeverFree(api)
    const book = () => api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    const codes = []
    for (let n = 0; n < 30; n += 1) codes.push((await book()).body.code)
    expect(new Set(codes)).toEqual(new Set(['slot_unavailable']))
    expect(await statusesOf(BUDGET, api, type)).toContain(429)
  })
})
