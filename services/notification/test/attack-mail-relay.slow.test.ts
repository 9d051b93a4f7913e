import {
  bookingCodeRequested,
  type CloudEvent,
  guestNotified,
  guestRemoved,
  type Notification,
  organizationCreated,
  organizationUpdated,
  ROLES,
} from '@usher/contracts'
import { newId, sealBookingCode } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  answering,
  type Client,
  goldenEvents,
  startReceiver,
  trustedCertificate,
  until,
} from '@usher/test-kit'
import mongoose from 'mongoose'
import { defaultFor } from '../src/templates/default-templates.ts'
import { type GuestGiven, givenNotification, guestEvent, type Harness, startHarness } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'
import { startMailServer } from './smtp-provider.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let harness: Harness
let database: mongoose.Connection
beforeAll(async () => {
  server = await startMailServer({
    ...trustedCertificate(),
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('gone') ? answering(550, '5.1.1 No such user') : null)
    },
  })
  const credentials = { password: 'secret', dkim_private_key: null }
  harness = await startHarness({ smtp: { settings: server.settings, credentials, bounceToken: null } })
  database = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
})
afterAll(async () => {
  await database.destroy()
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** One that was verified long ago, to whose mails people react. */
async function givenOrganization() {
  const { api, organization_id } = await givenSender(daysAgo(100))
  await setCount(organization_id, 'shared sent', 6_000)
  await setCount(organization_id, 'shared answered', 1_200)
  return api
}

/** The identifier of a counter of this week. */
function counterOf(organizationId: string, of: string): never {
  const week = Math.floor(harness.clock.now().getTime() / (7 * 24 * 3_600_000))
  return `${organizationId} week ${week} ${of}` as never
}

async function setCount(organizationId: string, of: string, count: number): Promise<void> {
  const _id = counterOf(organizationId, of)
  await database.collection('counters').updateOne({ _id }, { $set: { count } }, { upsert: true })
}

const outcomeOf = ({ status, error }: Notification) => error?.code ?? status

/** Sends one message after the other, and gives what became of each. */
async function outcomes(api: Client, to: readonly string[], text?: string): Promise<string[]> {
  const ids: string[] = []
  for (const email of to) ids.push((await givenNotification(api, { to: email, ...(text && { text }) })).id)
  return await until('all of them', async () => {
    await harness.service.jobs.dispatcher.drain()
    const found = await Promise.all(ids.map(async (id) => (await api('GET', `/v1/notifications/${id}`)).body))
    return found.every(({ status }) => status !== 'queued') && found.map(outcomeOf)
  })
}

/** An organisation of which an event has told when its address was verified. */
async function givenSender(verified_at: Date) {
  const organization_id = newId('organization')
  const golden = goldenEvents().find(({ type }) => type === organizationCreated.type) as CloudEvent
  const data = {
    ...(golden.data as object),
    id: organization_id,
    verified_at: verified_at.toISOString(),
  }
  const ids = { id: newId('event'), organizationid: organization_id, subject: organization_id }
  await harness.publish({ ...golden, ...ids, data })
  const api = harness.client({ organization_id, plan: 'standard', country: 'DE', scopes: [...ROLES.manager] })
  const collection = database.collection('organizations')
  await until('the organisation', () => collection.findOne({ _id: organization_id as never }))
  return { organization_id, api }
}

const daysAgo = (days: number) => new Date(harness.clock.now().getTime() - days * 24 * 3_600_000)

const strangers = (count: number) => Array.from({ length: count }, () => `${newId('request')}@example.com`)

/** How often the operator was alerted. */
async function linksAlerted(): Promise<number> {
  const metrics = await (await fetch(`${harness.service.url}/metrics`)).text()
  return Number(/^usher_shared_mail_links_total\S* (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address)).length

describe('attack: flood one person by the mail server of the installation', () => {
  test('delivers 20 an hour of all organisations together, and the first two of each', async () => {
    const victim = `${newId('request')}@example.com`
    const all = []
    for (let n = 0; n < 3; n += 1) {
      all.push(await outcomes(await givenOrganization(), Array(10).fill(victim)))
    }
    expect(all.slice(0, 2).flat()).toEqual(Array(20).fill('sent'))
    expect(all[2]).toEqual(['sent', 'sent', ...Array(8).fill('shared_recipient_limit')])
    expect(mailsTo(victim)).toBe(22)
  })
})

const LINK = 'https://evil.example/win'

/** Templates of an organisation's own in the place of the default texts. */
async function overrideAdded(api: Client): Promise<void> {
  const template = { name: 'Win', kind: 'added', locale: 'en', subject: 'You won', text: `Look: ${LINK}` }
  const { status } = await api('POST', '/v1/notifications/templates', { body: template })
  expect(status).toBe(201)
}

/** Has guests added to a line, and gives what became of the message to each. */
async function outcomesOfGuests(
  { api, organization_id }: Awaited<ReturnType<typeof givenSender>>,
  emails: readonly string[],
  given: GuestGiven = {},
): Promise<string[]> {
  const time = harness.clock.now()
  const events = emails.map((email) => guestEvent(organization_id, { phone: null, email, time, ...given }))
  await harness.publish(...events)
  return await outcomesTo(api, emails)
}

/** Waits until each address has one message, and gives what became of them. */
async function outcomesTo(api: Client, emails: readonly string[]): Promise<string[]> {
  return await until('the messages to the addresses', async () => {
    await harness.service.jobs.dispatcher.drain()
    const messages: Notification[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await api('GET', `/v1/notifications?limit=100${cursor && `&cursor=${cursor}`}`)
      messages.push(...body.data)
      cursor = body.next_cursor
    }
    const theirs = messages.filter(({ to }) => emails.includes(to ?? ''))
    return (
      theirs.length === emails.length &&
      theirs.every(({ status }) => status !== 'queued') &&
      theirs.map(outcomeOf)
    )
  })
}

describe('attack: use the mail server of the installation as an open relay', () => {
  test('sends none of 330 mails with own words and a link that three new organisations have sent to guests they typed in', async () => {
    const outcomes = []
    for (let n = 0; n < 3; n += 1) {
      const sender = await givenSender(harness.clock.now())
      await overrideAdded(sender.api)
      outcomes.push(...(await outcomesOfGuests(sender, strangers(110))))
    }
    expect(outcomes).toEqual(Array(330).fill('shared_content'))
    expect(server.received.filter(({ raw }) => String(raw).includes('evil.example'))).toEqual([])
  })

  test('alerts the operator when one text with a link goes to many strangers', async () => {
    const sender = await givenSender(daysAgo(31))
    await setCount(sender.organization_id, 'shared sent', 60)
    await setCount(sender.organization_id, 'shared answered', 10)
    await overrideAdded(sender.api)
    const before = await linksAlerted()
    expect(await outcomesOfGuests(sender, strangers(25))).toEqual(Array(25).fill('sent'))
    expect(await linksAlerted()).toBe(before)
    await outcomesOfGuests(sender, strangers(5))
    expect(await linksAlerted()).toBe(before + 1)
  })

  test('sends 20 default texts a day in the first week, and none with a lure in a name', async () => {
    const sender = await givenSender(daysAgo(6))
    for (const name of ['Ada visit evil.example', 'Call +1 (888) 555-0199', 'You were charged $499.99'])
      expect(await outcomesOfGuests(sender, strangers(1), { name })).toEqual(['shared_content'])
    const codes = await outcomesOfGuests(sender, strangers(25))
    expect(codes.toSorted()).toEqual([...Array(20).fill('sent'), ...Array(5).fill('shared_limit')].toSorted())
  })

  test('refuses texts by request, announcements and calls with own words in the first week', async () => {
    const { api, organization_id } = await givenSender(daysAgo(1))
    expect(await outcomes(api, strangers(2))).toEqual(Array(2).fill('shared_content'))
    const added = defaultFor(organization_id, { kind: 'added', locale: 'en' })
    const variables = { guest_name: 'Ada, call +49 900 123 to win' }
    const [to] = strangers(1)
    const { body } = await api('POST', '/v1/notifications/send', {
      body: { to, template_id: added?.id, variables },
    })
    const told = await until('the default template with own values', async () => {
      await harness.service.jobs.dispatcher.drain()
      const found = (await api('GET', `/v1/notifications/${body.id}`)).body
      return found.status !== 'queued' && found
    })
    expect(outcomeOf(told)).toBe('shared_content')
    const message = { text: `Win: ${LINK}`, template_id: null }
    const call = { definition: guestNotified, message }
    expect(await outcomesOfGuests({ api, organization_id }, strangers(1), call)).toEqual(['shared_content'])
  })

  test('sends own words without links to strangers after a week, whoever joined with their address', async () => {
    const sender = await givenSender(daysAgo(8))
    await overrideAdded(sender.api)
    expect(await outcomesOfGuests(sender, strangers(2))).toEqual(Array(2).fill('shared_content'))
    const joined = { actor: 'guest' }
    expect(await outcomesOfGuests(sender, strangers(2), joined)).toEqual(Array(2).fill('shared_content'))
    expect(await outcomes(sender.api, strangers(1))).toEqual(['sent'])
  })

  test('sends links to whoever acted by themselves, but only after a mail', async () => {
    const { api, organization_id } = await givenSender(daysAgo(8))
    const [mailed = '', other = ''] = strangers(2)
    expect(await outcomes(api, [mailed])).toEqual(['sent'])
    const left = { definition: guestRemoved, status: 'removed', actor: 'guest', phone: null } as const
    const events = [other, mailed].map((email) => guestEvent(organization_id, { ...left, email }))
    await harness.publish(...events)
    await until('the act', () =>
      database.collection('counters').findOne({ _id: counterOf(organization_id, 'shared answered') }),
    )
    expect(await outcomes(api, [mailed, other], `Look: ${LINK}`)).toEqual(['sent', 'shared_content'])
  })

  test('grows by what was delivered and answered, and not with age alone', async () => {
    const sender = await givenSender(daysAgo(400))
    const codes = await outcomes(sender.api, strangers(21))
    expect(codes.filter((code) => code === 'sent')).toHaveLength(20)
    await setCount(sender.organization_id, 'shared sent', 60)
    await setCount(sender.organization_id, 'shared answered', 10)
    expect(await outcomes(sender.api, strangers(1))).toEqual(['sent'])
  })

  test('shows the name alone of an organisation in its first week', async () => {
    const sender = await givenSender(daysAgo(1))
    const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
    const data = {
      ...(golden.data as object),
      ...{ id: sender.organization_id, name: 'Bistro', address: `Win now\n${LINK}` },
      verified_at: daysAgo(1).toISOString(),
    }
    const ids = {
      id: newId('event'),
      organizationid: sender.organization_id,
      subject: sender.organization_id,
    }
    await harness.publish({ ...golden, ...ids, sequence: 2, data })
    const collection = database.collection('organizations')
    await until('the address', () => collection.findOne({ _id: ids.organizationid as never, sequence: 2 }))
    const [to = ''] = strangers(1)
    expect(await outcomesOfGuests(sender, [to])).toEqual(['sent'])
    const mail = String(server.received.find((one) => one.to.includes(to))?.raw)
    expect(mail).toContain('Bistro')
    expect(mail).not.toContain('Win now')
  })

  test('counts mails that a server of its own took up and did not send, when that is taken away', async () => {
    const { api } = await givenSender(daysAgo(1))
    await using own = await startReceiver()
    own.answers.push(...Array(10).fill(503))
    const { id: provider } = await givenProvider(api, ofHttp(own.url))
    const [to = ''] = strangers(1)
    const { id } = await givenNotification(api, { to })
    await until('the first attempt', () => own.received.length === 1)
    expect((await api('DELETE', `/account/message-providers/${provider}`)).status).toBe(204)
    const told = await until('the second', async () => {
      harness.clock.advance(60_000)
      await harness.service.jobs.dispatcher.drain()
      const { body } = await api('GET', `/v1/notifications/${id}`)
      return body.status !== 'queued' && body
    })
    expect([outcomeOf(told), mailsTo(to)]).toEqual(['shared_content', 0])
  })

  test('takes an organisation for new while its creation event has not arrived', async () => {
    const api = harness.client({ organization_id: newId('organization'), plan: 'standard' })
    expect(await outcomes(api, strangers(2))).toEqual(Array(2).fill('shared_content'))
  })

  test('falls back to default texts once more than 5 % came back', async () => {
    const { api, organization_id } = await givenSender(daysAgo(100))
    expect(await outcomes(api, strangers(1))).toEqual(['sent'])
    await setCount(organization_id, 'shared sent', 50)
    for (const to of ['gone-1@example.com', 'gone-2@example.com', 'gone-3@example.com'])
      expect(await outcomes(api, [to])).toEqual(['invalid_address'])
    expect(await outcomes(api, strangers(1))).toEqual(['shared_content'])
  })
})

/** Has booking codes sent, as anybody can by a booking page, and gives what became of them. */
async function outcomesOfCodes(
  { api, organization_id }: Awaited<ReturnType<typeof givenSender>>,
  emails: readonly string[],
): Promise<string[]> {
  const golden = goldenEvents().find(({ type }) => type === bookingCodeRequested.type) as CloudEvent
  const now = harness.clock.now()
  const events = emails.map((to) => {
    const id = newId('bookingCode')
    const data = {
      ...{ id, to, locale: 'en' },
      sealed_code: sealBookingCode('402915', id, harness.config.codeKeys),
      expires_at: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
    }
    const ids = { id: newId('event'), organizationid: organization_id, subject: id }
    return { ...golden, ...ids, time: now.toISOString(), data }
  })
  await harness.publish(...events)
  return await outcomesTo(api, emails)
}

const counted = (sent: number, refused: number) =>
  [...Array(sent).fill('sent'), ...Array(refused).fill('shared_limit')].toSorted()

describe('attack: use up the mails a day of a new venue by its public pages', () => {
  test('sends 10 of 20 mails a day for public joins and booking codes together, and the rest for the staff', async () => {
    const sender = await givenSender(daysAgo(1))
    expect(await outcomesOfGuests(sender, strangers(6), { actor: 'guest' })).toEqual(Array(6).fill('sent'))
    expect((await outcomesOfCodes(sender, strangers(20))).toSorted()).toEqual(counted(4, 16))
    expect(await outcomesOfGuests(sender, strangers(5), { actor: 'guest' })).toEqual(counted(0, 5))
    const call = { definition: guestNotified }
    expect(await outcomesOfGuests(sender, strangers(5), call)).toEqual(Array(5).fill('sent'))
    expect(await outcomesOfGuests(sender, strangers(5))).toEqual(Array(5).fill('sent'))
  })

  test('leaves half of the mails to strangers to the staff when strangers ask for booking codes', async () => {
    const sender = await givenSender(daysAgo(8))
    await setCount(sender.organization_id, 'shared sent', 60)
    await setCount(sender.organization_id, 'shared answered', 10)
    expect((await outcomesOfCodes(sender, strangers(60))).toSorted()).toEqual(counted(25, 35))
    expect(await outcomesOfGuests(sender, strangers(25))).toEqual(Array(25).fill('sent'))
  })
})
