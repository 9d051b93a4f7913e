import {
  type CloudEvent,
  guestUpdated,
  notificationSent,
  type PrivacyRequestCreate,
  privacyRequested,
} from '@usher/contracts'
import { CALLER_HEADER, newEvent, newId } from '@usher/service-kit'
import { collectEvents, readEvents, until } from '@usher/test-kit'
import { anEvent, type Harness, shareHarness } from './harness.ts'

const shared = shareHarness()

const PHONE = '+14155550123'

/** An event about a guest with a phone number. */
function aboutGuest(organizationId: string, guestId: string): CloudEvent {
  const event = anEvent(organizationId, { subject: guestId, name: 'Grace' })
  return { ...event, type: guestUpdated.type, data: { ...(event.data as object), phone: PHONE } }
}

/** An event about a message to a guest, which has no address. */
function aboutMessageTo(organizationId: string, guest_id: string): CloudEvent {
  const id = newId('notification')
  const data = { id, guest_id, channel: 'push', kind: 'ready', text: 'Grace, it is your turn' }
  return { ...anEvent(organizationId), type: notificationSent.type, subject: id, data }
}

/** An organisation that nobody has a webhook of, with its events followed: two of Grace, one of somebody else. */
async function givenFollowed(harness: Harness) {
  const { service, clock, organizationId, token, publish } = harness
  const path = `${service.url}/v1/events/stream`
  const headers = { [CALLER_HEADER]: token({ organization_id: organizationId }) }
  const stream = await readEvents(path, headers)
  clock.advance(2_000)
  const [ready] = await stream.count(1)
  const guest = newId('guest')
  const [updated, sent] = [aboutGuest(organizationId, guest), aboutMessageTo(organizationId, guest)]
  const other = anEvent(organizationId, { name: 'Other' })
  for (const event of [updated, sent, other]) await publish(event)
  await stream.count(4)
  stream.leave()
  const request = ({ kind, subject }: PrivacyRequestCreate) => {
    const id = newId('privacyRequest')
    const origin = { organizationId, actor: 'mem_test', requestId: 'test' }
    const data = { id, kind, subject }
    return newEvent(privacyRequested, { subject: id, sequence: 1, time: new Date(), origin, data })
  }
  return { updated, sent, other, request, again: () => readEvents(path, headers, ready?.id) }
}

describe('events stored for streams without any webhook', () => {
  test("are exported by phone number, including the guest's events without the number", async () => {
    const harness = await shared()
    await using events = await collectEvents(harness.infrastructure.rabbitUrl)
    const { updated, sent, request } = await givenFollowed(harness)
    const asked = request({ kind: 'export', subject: { phone: PHONE } })
    await harness.publish(asked)
    const records = await until('the export', async () => {
      await harness.service.jobs.privacy.run()
      const answers = events.of(asked.subject).filter(({ type }) => type === 'privacy.completed')
      const data = answers.map((answer) => answer.data as { records: number; data: { id: string }[] })
      return data.some(({ records }) => records > 0) && data.flatMap((one) => one.data)
    })
    expect(records.map(({ id }) => id).sort()).toEqual([updated.id, sent.id].sort())
    expect(records.find(({ id }) => id === updated.id)).toMatchObject({
      ...{ type: 'streamed_event', event: 'guest.updated', data: { name: 'Grace', phone: PHONE } },
    })
  })

  test("are erased by phone number, including the guest's events without the number", async () => {
    const harness = await shared()
    const { other, request, again } = await givenFollowed(harness)
    await harness.publish(request({ kind: 'erasure', subject: { phone: PHONE } }))
    const left = await until('the erasure', async () => {
      await harness.service.jobs.privacy.run()
      const stream = await again()
      const [first, next] = await stream.count(2)
      stream.leave()
      return first?.name === 'missed' && next?.data.id
    })
    expect(left).toBe(other.id)
  })
})
