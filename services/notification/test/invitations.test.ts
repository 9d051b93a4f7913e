import { type CloudEvent, organizationUpdated } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { goldenEvents, type ReceivedMail, trustedCertificate, until } from '@usher/test-kit'
import { type Harness, startHarness } from './harness.ts'
import { startMailServer } from './smtp-provider.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let harness: Harness
beforeAll(async () => {
  server = await startMailServer(trustedCertificate())
  const credentials = { password: 'secret', dkim_private_key: null }
  harness = await startHarness({ smtp: { settings: server.settings, credentials, bounceToken: null } })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

type Golden = CloudEvent<Record<string, unknown>>

const golden = (type: string) => goldenEvents().find((event) => event.type === type) as Golden

/** Publishes what happens to a booking in a week, and returns the mail about it. */
function givenBooking(organizationid: string, email: string) {
  const id = newId('booking')
  const at = (days: number) => new Date(harness.clock.now().getTime() + days * DAY_MS).toISOString()
  const booking = { id, start: at(7), end: at(7.1), manage_url: 'https://usher.test/b/token' }
  let sequence = 0
  return async (type: string, more: object = {}): Promise<ReceivedMail> => {
    sequence += 1
    const event = golden(type)
    const customer = { ...(event.data.customer as object), name: 'Ada', phone: null, email }
    const data = { ...event.data, ...booking, customer, ...more }
    const facts = { id: newId('event'), organizationid, subject: id, sequence, time: at(0) }
    await harness.publish({ ...event, ...facts, data })
    return await until(`the mail of ${type}`, async () => {
      harness.clock.advance(3 * MINUTE_MS)
      await harness.service.jobs.dispatcher.drain()
      return server.received.filter(({ to }) => to[0] === email)[sequence - 1]
    })
  }
}

/** The alternative of a mail that calendar programs read: its type, and the file with its lines unfolded. */
function calendarPartOf({ parsed }: ReceivedMail): { readonly type: unknown; readonly file: string } {
  const part = parsed.attachments.find(({ contentType }) => contentType === 'text/calendar')
  const file = part?.content.toString().replaceAll('\r\n ', '') ?? ''
  return { type: part?.headers.get('content-type'), file }
}

const valuesOf = (file: string, names: readonly string[]) =>
  names.map((name) => new RegExp(`^${name}[:;](.*)$`, 'mu').exec(file)?.[1])

describe('mails about a booking', () => {
  test('add it to the calendar of the customer, move it there and cancel it', async () => {
    const happens = givenBooking(harness.organizationId, 'calendar@example.com')
    const previous = { start: new Date().toISOString(), end: new Date().toISOString(), provider_id: 'prv_1' }
    const parts = [
      calendarPartOf(await happens('booking.created')),
      calendarPartOf(await happens('booking.updated', { previous })),
      calendarPartOf(await happens('booking.cancelled')),
    ]
    const typeOf = (method: string) => ({ value: 'text/calendar', params: { charset: 'utf-8', method } })
    expect(parts.map(({ type }) => type)).toEqual([typeOf('REQUEST'), typeOf('REQUEST'), typeOf('CANCEL')])
    expect(parts.map(({ file }) => valuesOf(file, ['METHOD', 'SEQUENCE', 'STATUS']))).toEqual([
      ['REQUEST', '1', 'CONFIRMED'],
      ['REQUEST', '2', 'CONFIRMED'],
      ['CANCEL', '3', 'CANCELLED'],
    ])
    expect(new Set(parts.flatMap(({ file }) => valuesOf(file, ['UID']))).size).toBe(1)
  })

  test('name the organisation, its address and phone number, and the link to the booking', async () => {
    const { organizationId } = harness
    const event = golden(organizationUpdated.type)
    const brand = { name: 'Café: "Ödön"', address: '12 Quay\nLondon', phone: '+442079460000' }
    const facts = { id: newId('event'), organizationid: organizationId, subject: organizationId, sequence: 9 }
    await harness.publish({ ...event, ...facts, data: { ...event.data, ...brand } })
    const file = await until('the name to be known', async () => {
      const happens = givenBooking(organizationId, `${newId('guest')}@example.com`)
      const part = calendarPartOf(await happens('booking.created'))
      return part.file.includes('London') && part.file
    })
    const [organizer, attendee, ...others] = valuesOf(file, [
      ...['ORGANIZER', 'ATTENDEE', 'LOCATION', 'DESCRIPTION'],
    ])
    expect(organizer).toMatch(/^CN="Café: \^'Ödön\^'":mailto:bistro@example\.com$/iu)
    expect(attendee).toMatch(/CN="?Ada"?.*:mailto:gst_.*@example\.com$/iu)
    expect(others).toEqual(['12 Quay\\, London', 'Café: "Ödön"\\n+442079460000\\nhttps://usher.test/b/token'])
  })

  test('carry no calendar part when they acknowledge a request', async () => {
    const happens = givenBooking(harness.organizationId, 'request@example.com')
    const { parsed } = await happens('booking.created', { status: 'pending' })
    expect(parsed.attachments).toEqual([])
  })
})
