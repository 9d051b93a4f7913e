import { replyForwarded } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let queue: string
let startedAt: number
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
  startedAt = harness.clock.now().getTime()
  queue = await givenQueue(api)
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A minute of the half hour before the test. */
const at = (minute: number) => new Date(startedAt - (30 - minute) * 60_000).toISOString()

/** A guest's text for the staff, received in a minute. */
async function givenReply(guest_id: string, minute: number, organizationId = harness.organizationId) {
  const id = newId('reply')
  const data = { id, guest_id, channel: 'sms' as const, received_at: at(minute) }
  const origin = { organizationId, actor: 'guest', requestId: id }
  await harness.publish(
    newEvent(replyForwarded, { subject: id, sequence: 1, time: new Date(), origin, data }),
  )
}

const unread = async (guest: string) => (await api('GET', `/v1/guests/${guest}`)).body.unread_reply_at

const untilUnread = (guest: string, expected: string | null) =>
  until('the unread reply', async () => String(await unread(guest)) === String(expected))

const read = (guest: string, minute: number, as = api) =>
  as('POST', `/v1/guests/${guest}/replies/read`, { body: { until: at(minute) } })

/** Waits until what was published has been handled: replies come one after the other. */
async function handled(): Promise<void> {
  const other = await givenGuest(api, queue)
  await givenReply(other, 1)
  await untilUnread(other, at(1))
}

describe('a guest in line', () => {
  test('unread_reply_at shows when the guest wrote, and guest.updated is published', async () => {
    const guest = await givenGuest(api, queue)
    expect(await unread(guest)).toBeNull()
    await givenReply(guest, 1)
    await untilUnread(guest, at(1))
    const { data } = (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body
    expect(data.find(({ id }: { id: string }) => id === guest).unread_reply_at).toBe(at(1))
    await until('the event', () =>
      harness.events.events.find(({ type, subject }) => type === 'guest.updated' && subject === guest),
    )
  })

  test('unread_reply_at is the time of the latest reply when replies are repeated or out of order', async () => {
    const guest = await givenGuest(api, queue)
    for (const minute of [3, 2, 3]) await givenReply(guest, minute)
    await handled()
    expect(await unread(guest)).toBe(at(3))
  })

  test('marking replies as read clears unread_reply_at until the next reply', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 1)
    await untilUnread(guest, at(1))
    const answer = await read(guest, 1)
    expect([answer.status, answer.body.unread_reply_at]).toEqual([200, null])
    expect((await read(guest, 1)).body.unread_reply_at).toBeNull()
    await givenReply(guest, 2)
    await untilUnread(guest, at(2))
  })

  test('is listed with the unread replies of all queues, and no more once they are read', async () => {
    const listed = async (as = api) =>
      (await as('GET', '/v1/guests?unread=true&status=waiting,notified&limit=100')).body.data.map(
        ({ id }: { id: string }) => id,
      )
    const [silent, first] = [await givenGuest(api, queue), await givenGuest(api, queue)]
    const second = await givenGuest(api, await givenQueue(api))
    for (const guest of [first, second]) {
      await givenReply(guest, 1)
      await untilUnread(guest, at(1))
    }
    expect(await listed()).toEqual(expect.arrayContaining([second, first]))
    expect(await listed()).not.toContain(silent)
    expect(await listed(harness.otherOrganization())).toEqual([])
    await read(first, 1)
    await api('POST', `/v1/guests/${second}/seat`)
    const left = await listed()
    expect([left.includes(first), left.includes(second)]).toEqual([false, false])
  })

  test('a later reply stays unread when only earlier ones were marked as read', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 5)
    await untilUnread(guest, at(5))
    expect((await read(guest, 4)).body.unread_reply_at).toBe(at(5))
  })

  test('a reply marked as read before its event arrives does not become unread', async () => {
    const guest = await givenGuest(api, queue)
    await read(guest, 1)
    await givenReply(guest, 1)
    await handled()
    expect(await unread(guest)).toBeNull()
  })

  test('marking an older time as read keeps newer replies read', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 3)
    await untilUnread(guest, at(3))
    await read(guest, 3)
    expect((await read(guest, 1)).body.unread_reply_at).toBeNull()
  })

  test('replies and marking them as read change neither the timeline nor updated_at', async () => {
    const guest = await givenGuest(api, queue)
    const before = (await api('GET', `/v1/guests/${guest}`)).body.updated_at
    harness.clock.advance(60_000)
    await givenReply(guest, 1)
    const minuteOne = at(1)
    await until('a reply', async () => (await unread(guest)) !== null)
    await api('POST', `/v1/guests/${guest}/replies/read`, { body: { until: minuteOne } })
    const { data } = (await api('GET', `/v1/guests/${guest}/timeline`)).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['added'])
    expect((await api('GET', `/v1/guests/${guest}`)).body.updated_at).toBe(before)
  })
})

describe('a guest who left the line', () => {
  test('a reply sent as a no-show is unread once the guest is brought back', async () => {
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/no-show`)
    await givenReply(guest, 1)
    await handled()
    await api('POST', `/v1/guests/${guest}/undo`)
    expect(await unread(guest)).toBe(at(1))
  })

  test('marking replies of a seated guest as read adds nothing to the timeline', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 1)
    await until('a reply', async () => (await unread(guest)) !== null)
    await api('POST', `/v1/guests/${guest}/seat`)
    expect((await read(guest, 2)).status).toBe(200)
    const { data } = (await api('GET', `/v1/guests/${guest}/timeline`)).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['added', 'seated'])
    await api('POST', `/v1/guests/${guest}/undo`)
    expect(await unread(guest)).toBeNull()
  })
})

describe('a reply from another organisation', () => {
  test('a reply from another organisation changes nothing, and marking it as read answers 404', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 1, newId('organization'))
    await handled()
    expect(await unread(guest)).toBeNull()
    const stranger = harness.client({ organization_id: newId('organization') })
    expect((await read(guest, 1, stranger)).status).toBe(404)
  })
})

describe('a request to mark replies as read', () => {
  test.each([{}, { until: 'yesterday' }, { until: 5 }, { until: '9999-12-31T23:59:59.999Z' }])(
    'answers 400 for the body %j',
    async (body) => {
      const guest = await givenGuest(api, queue)
      const { status } = await api('POST', `/v1/guests/${guest}/replies/read`, { body })
      expect(status).toBe(400)
    },
  )
})
