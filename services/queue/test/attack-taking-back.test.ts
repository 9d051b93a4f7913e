import type { Client } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

const act = (guest: string, verb: string, body?: unknown) =>
  api('POST', `/v1/guests/${guest}/${verb}`, body === undefined ? {} : { body })

describe('undo of a guest who was called', () => {
  test('asked for twice, brings back a seated guest as called and goes no further', async () => {
    const guest = await givenGuest(api, await givenQueue(api))
    await act(guest, 'notify')
    await act(guest, 'seat')
    const answers = await Promise.all([act(guest, 'undo'), act(guest, 'undo')])
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('notified')
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('keeps the guest away who was away when called by name', async () => {
    const guest = await givenGuest(api, await givenQueue(api), { name: 'A' })
    const { body } = await api('GET', `/v1/guests/${guest}`)
    const until = new Date(harness.clock.now().getTime() + 20 * 60_000).toISOString()
    const token = body.status_url.split('/').at(-1)
    await harness.open()('POST', `/public/guests/${token}/defer`, { body: { until } })
    await act(guest, 'notify', { message_after_seconds: 5 })
    expect((await act(guest, 'undo')).body).toMatchObject({ status: 'waiting', away_until: until })
  })

  test('that was meant for the call does not take back what a colleague did after it', async () => {
    const queue = await givenQueue(api)
    const seated = await givenGuest(api, queue)
    await act(seated, 'notify', { message_after_seconds: 5 })
    await act(seated, 'seat')
    await act(seated, 'undo')
    expect((await api('GET', `/v1/guests/${seated}`)).body.status).toBe('seated')
  })

  test('lets the guest wait when the time of the no-show came first', async () => {
    const guest = await givenGuest(api, await givenQueue(api, { no_show_after_minutes: 1 }))
    await act(guest, 'notify')
    harness.clock.advance(61_000)
    await harness.service.tidy()
    expect((await act(guest, 'undo')).body.status).toBe('waiting')
  })
})
