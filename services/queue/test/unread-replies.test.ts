import { replyForwarded } from '@usher/contracts'
import { newEvent, newId, type Publisher } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let publisher: Publisher
let api: Client
let queue: string
let startedAt: number
beforeAll(async () => {
  harness = await startHarness()
  publisher = await harness.openPublisher()
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
  await publisher.publish([
    newEvent(replyForwarded, { subject: id, sequence: 1, time: new Date(), origin, data }),
  ])
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

describe('given a guest in line', () => {
  test('when the guest writes to the staff, then the line shows since when, and its stream says so', async () => {
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

  test('when replies come out of order and twice, then the last one counts', async () => {
    const guest = await givenGuest(api, queue)
    for (const minute of [3, 2, 3]) await givenReply(guest, minute)
    await handled()
    expect(await unread(guest)).toBe(at(3))
  })

  test('when the replies are read, then nothing is unread until the next', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 1)
    await untilUnread(guest, at(1))
    const answer = await read(guest, 1)
    expect([answer.status, answer.body.unread_reply_at]).toEqual([200, null])
    expect((await read(guest, 1)).body.unread_reply_at).toBeNull()
    await givenReply(guest, 2)
    await untilUnread(guest, at(2))
  })

  test('when only earlier replies were read, then the later one stays unread', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 5)
    await untilUnread(guest, at(5))
    expect((await read(guest, 4)).body.unread_reply_at).toBe(at(5))
  })

  test('when a reply is read before its event comes, then it is not unread afterwards', async () => {
    const guest = await givenGuest(api, queue)
    await read(guest, 1)
    await givenReply(guest, 1)
    await handled()
    expect(await unread(guest)).toBeNull()
  })

  test('when an older time is marked as read after a newer, then the newer stays', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 3)
    await untilUnread(guest, at(3))
    await read(guest, 3)
    expect((await read(guest, 1)).body.unread_reply_at).toBeNull()
  })

  test('when replies come and are read, then neither is in the timeline, and the guest is not changed', async () => {
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

describe('given a guest who left the line', () => {
  test('when they wrote as a no-show and are brought back, then the reply is unread', async () => {
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/no-show`)
    await givenReply(guest, 1)
    await handled()
    await api('POST', `/v1/guests/${guest}/undo`)
    expect(await unread(guest)).toBe(at(1))
  })

  test('when their replies are marked as read, then nothing of it is in the timeline', async () => {
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

describe('given a reply that does not count', () => {
  test('when another organisation names the guest, then nothing changes', async () => {
    const guest = await givenGuest(api, queue)
    await givenReply(guest, 1, newId('organization'))
    await handled()
    expect(await unread(guest)).toBeNull()
    const stranger = harness.client({ organization_id: newId('organization') })
    expect((await read(guest, 1, stranger)).status).toBe(404)
  })
})

describe('given a request to mark replies as read', () => {
  test.each([{}, { until: 'yesterday' }, { until: 5 }, { until: '9999-12-31T23:59:59.999Z' }])(
    'when the body is %j, then it is refused',
    async (body) => {
      const guest = await givenGuest(api, queue)
      const { status } = await api('POST', `/v1/guests/${guest}/replies/read`, { body })
      expect(status).toBe(400)
    },
  )
})
