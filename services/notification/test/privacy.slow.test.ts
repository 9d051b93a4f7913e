import { type CloudEvent, organizationUpdated, type PrivacySubject, privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { goldenEvents, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import {
  givenNotification,
  guestEvent,
  type Harness,
  shareHarness,
  startHarness,
  untilStatus,
} from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'

const shared = shareHarness()

const PHONE = '+14155550123'
const LATER_MS = 121_000

function wish(organizationId: string, kind: 'export' | 'erasure', subject: PrivacySubject): CloudEvent {
  const id = newId('privacyRequest')
  const origin = { organizationId, actor: 'mem_test', requestId: 'test' }
  return newEvent(privacyRequested, {
    ...{ subject: id, sequence: 1, time: new Date(), origin },
    data: { id, kind, subject },
  })
}

/** The event of an organisation that keeps its guests for so many days. */
function settingsOf(organizationid: string, guest_retention_days: number): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
  const data = { ...(golden.data as object), guest_retention_days }
  return { ...golden, id: newId('event'), organizationid, subject: organizationid, data }
}

async function openDatabase({ config }: Harness) {
  const connection = await mongoose.createConnection(config.mongoUrl).asPromise()
  return {
    collection: (name: string) => connection.collection(name),
    [Symbol.asyncDispose]: () => connection.destroy(),
  }
}

const answerTo = (harness: Harness, request: CloudEvent) =>
  until('the answer', async () => {
    harness.clock.advance(LATER_MS)
    await harness.service.jobs.privacy.run()
    return harness.events.of(request.subject).find(({ type }) => type === 'privacy.completed')?.data
  })

const write = (harness: Harness, text: string) =>
  harness.client()('POST', '/v1/notifications/sandbox/inbound', { body: { from: PHONE, text } })

/** A guest who was told of being added. */
async function givenGuest(harness: Harness): Promise<string> {
  const guest = guestEvent(harness.organizationId, { phone: PHONE, name: 'Grace' })
  await harness.publish(guest)
  const api = harness.client()
  const [message] = await until('the message', async () => {
    const { data } = (await api('GET', `/v1/notifications?guest_id=${guest.subject}`)).body
    return data.length === 1 && data
  })
  await untilStatus(api, message.id, 'delivered')
  return guest.subject
}

describe('the data of people', () => {
  test('an export by phone number has the messages and the consent of that number only', async () => {
    const harness = await shared()
    await givenGuest(harness)
    await givenNotification(harness.client(), { to: PHONE, text: 'Hello Grace' })
    await givenNotification(harness.client(), { text: 'Hello Bob' })
    const request = wish(harness.organizationId, 'export', { phone: PHONE })
    await harness.publish(request)
    const answer = await answerTo(harness, request)
    expect(answer).toMatchObject({ service: 'notification', part: 1, is_last: true, records: 3 })
    expect(JSON.stringify(answer)).toContain('Hello Grace')
    expect(JSON.stringify(answer)).not.toContain('Bob')
  })

  test('an export and an erasure by e-mail address cover every message to it, in any case', async () => {
    const harness = await shared()
    const api = harness.client()
    const email = 'grace@example.com'
    const guest = guestEvent(harness.organizationId, { phone: null, email, name: 'Grace' })
    await harness.publish(guest)
    await until('the message', async () => (await api('GET', '/v1/notifications')).body.data.length === 1)
    await givenNotification(api, { to: 'grace@EXAMPLE.com', text: 'Hello Grace' })
    await givenNotification(api, { to: 'bob@example.com', text: 'Hello Bob' })
    const wanted = wish(harness.organizationId, 'export', { email })
    await harness.publish(wanted)
    expect(await answerTo(harness, wanted)).toMatchObject({ records: 2 })
    const erasure = wish(harness.organizationId, 'erasure', { email })
    await harness.publish(erasure)
    expect(await answerTo(harness, erasure)).toMatchObject({ records: 2 })
    const told = JSON.stringify((await api('GET', '/v1/notifications')).body.data)
    expect([told.includes('race@'), told.includes('bob@')]).toEqual([false, true])
    const body = { guest_id: guest.subject, text: 'x', channel: 'email' }
    expect((await api('POST', '/v1/notifications/send', { body })).body.code).toBe('recipient_unreachable')
  })

  test('an erasure clears name and number from messages and cancels queued ones', async () => {
    const harness = await shared()
    const api = harness.client()
    const guest = await givenGuest(harness)
    const send_at = new Date(harness.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString()
    const waiting = await givenNotification(api, { to: PHONE, text: 'Hello Grace', send_at })
    const request = wish(harness.organizationId, 'erasure', { phone: PHONE })
    await harness.publish(request)
    expect(await answerTo(harness, request)).toMatchObject({ is_last: true, records: 3, data: null })
    const { data } = (await api('GET', '/v1/notifications')).body
    expect(data).toHaveLength(2)
    expect(JSON.stringify(data)).not.toMatch(/Grace|14155550123/)
    expect(await untilStatus(api, waiting.id, 'failed')).toMatchObject({
      ...{ to: null, text: '', error: { code: 'erased' }, anonymized_at: expect.any(String) },
    })
    const body = { guest_id: guest, text: 'x' }
    expect((await api('POST', '/v1/notifications/send', { body })).body.code).toBe('recipient_unreachable')
  })

  test('an export has replies and consents, and by phone number the opt-out', async () => {
    const harness = await shared()
    const guest = await givenGuest(harness)
    await write(harness, 'A high chair, please')
    await write(harness, 'stop')
    for (const subject of [{ phone: PHONE }, { guest_id: guest }]) {
      const request = wish(harness.organizationId, 'export', subject)
      await harness.publish(request)
      const { data } = (await answerTo(harness, request)) as { data: { type: string; text?: string }[] }
      const counts = Object.groupBy(data, ({ type }) => type)
      const optOuts = 'phone' in subject ? 1 : undefined
      expect([counts.notification?.length, counts.reply?.length, counts.opt_out?.length]).toEqual([
        2,
        2,
        optOuts,
      ])
      expect(counts.consent).toMatchObject([{ method: 'staff', guest_id: guest }])
    }
  })

  test('an erased number that replied STOP is stored nowhere in plain, stays opted out, and START opts it in again', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    await givenGuest(harness)
    await write(harness, 'stop')
    const request = wish(harness.organizationId, 'erasure', { phone: PHONE })
    await harness.publish(request)
    await answerTo(harness, request)
    const lists = ['opt-outs', 'consents', 'replies'].map((name) => api('GET', `/v1/notifications/${name}`))
    const [optOuts, consents, replies] = (await Promise.all(lists)).map(({ body }) => body.data)
    expect(optOuts).toMatchObject([{ address: null, source: 'reply' }])
    expect(consents).toEqual([])
    expect(replies).toMatchObject([{ from: null, text: '', intent: 'stop' }])
    await using database = await openDatabase(harness)
    for (const name of ['opt_outs', 'consents', 'replies', 'questions', 'counters', 'guests']) {
      expect(JSON.stringify(await database.collection(name).find().toArray())).not.toContain(PHONE)
    }
    const body = { to: PHONE, text: 'x' }
    expect((await api('POST', '/v1/notifications/send', { body })).body.code).toBe('recipient_opted_out')
    await write(harness, 'start')
    expect((await api('POST', '/v1/notifications/send', { body })).status).toBe(202)
  })

  test('the erasure of an organisation deletes all of its data and none of another', async () => {
    await using harness = await startHarness()
    await givenGuest(harness)
    await write(harness, 'stop')
    const other = harness.otherOrganization()
    await givenNotification(other)
    const manager = harness.manager()
    const providers = '/account/message-providers'
    await givenProvider(manager, { ...ofHttp('http://127.0.0.1:9000'), enabled: false })
    const request = wish(harness.organizationId, 'erasure', { organization: true })
    await harness.publish(request)
    expect(await answerTo(harness, request)).toMatchObject({ records: 2 })
    expect((await manager('GET', providers)).body.data).toEqual([])
    await using database = await openDatabase(harness)
    for (const name of ['opt_outs', 'consents', 'replies', 'counters']) {
      const organization_id = harness.organizationId
      expect([name, await database.collection(name).countDocuments({ organization_id })]).toEqual([name, 0])
    }
    expect((await harness.client()('GET', '/v1/notifications')).body.data).toEqual([])
    expect((await other('GET', '/v1/notifications')).body.data).toHaveLength(1)
  })
})

describe('an organisation with a guest retention period', () => {
  test('has sent messages, replies and opt-outs anonymised after it, but not scheduled messages', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    await write(harness, 'Hello from Grace')
    await write(harness, 'stop')
    const sent = await givenNotification(api, { text: 'Hello Grace' })
    await untilStatus(api, sent.id, 'delivered')
    const read = async (id: string) => (await api('GET', `/v1/notifications/${id}`)).body
    await harness.publish(settingsOf(harness.organizationId, 200))
    await using database = await openDatabase(harness)
    await until('the setting', async () => (await database.collection('retentions').countDocuments()) === 1)
    harness.clock.advance(199 * DAY_MS)
    await harness.service.jobs.retention.run()
    expect((await read(sent.id)).text).toBe('Hello Grace')
    const send_at = new Date(harness.clock.now().getTime() + 90 * DAY_MS).toISOString()
    const waiting = await givenNotification(api, { text: 'Hello Ada', send_at })
    harness.clock.advance(2 * DAY_MS)
    await harness.service.jobs.retention.run()
    expect(await read(sent.id)).toMatchObject({ to: null, text: '', status: 'delivered' })
    expect((await api('GET', '/v1/notifications/replies')).body.data).toMatchObject([
      { from: null },
      { text: '' },
    ])
    expect((await api('GET', '/v1/notifications/opt-outs')).body.data).toMatchObject([{ address: null }])
    expect((await read(waiting.id)).text).toBe('Hello Ada')
  })
})
