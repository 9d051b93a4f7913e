import { type CloudEvent, type Notification, organizationCreated, ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import {
  answering,
  type Client,
  goldenEvents,
  startReceiver,
  trustedCertificate,
  until,
} from '@usher/test-kit'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenNotification, guestEvent, type Harness, startHarness } from './harness.ts'
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

/** One that is old enough to send to anybody. */
const givenOrganization = async () => (await givenSender(daysAgo(100))).api

const outcomeOf = ({ status, error }: Notification) => error?.code ?? status

/** Sends one message after the other, and gives what became of each. */
async function outcomes(api: Client, to: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const email of to) ids.push((await givenNotification(api, { to: email })).id)
  return await until('all of them', async () => {
    await harness.service.sendDue()
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

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address)).length

describe('attack: flood one person by the mail server of the installation', () => {
  test('given three organisations, when each sends 10 in an hour, then 20 arrive', async () => {
    const victim = `${newId('request')}@example.com`
    const all = []
    for (let n = 0; n < 3; n += 1) {
      all.push(await outcomes(await givenOrganization(), Array(10).fill(victim)))
    }
    expect(all.flat().filter((outcome) => outcome === 'sent')).toHaveLength(20)
    expect(all[2]).toEqual(Array(10).fill('shared_recipient_limit'))
    expect(mailsTo(victim)).toBe(20)
  })
})

describe('attack: use the mail server of the installation as an open relay', () => {
  test('given one that is verified since a day, then it mails guests, but no strangers; after a week 50 of these', async () => {
    const { api, organization_id } = await givenSender(daysAgo(1))
    expect(await outcomes(api, strangers(3))).toEqual(Array(3).fill('shared_limit'))
    const email = `${newId('request')}@example.com`
    await harness.publish(guestEvent(organization_id, { phone: null, email, time: harness.clock.now() }))
    await until('the mail to the guest', () => mailsTo(email) === 1)
    const older = await givenSender(daysAgo(8))
    const codes = await outcomes(older.api, strangers(55))
    expect(codes.filter((code) => code === 'sent')).toHaveLength(50)
  })

  test('given mails that a server of its own took up and did not send, when that is taken away, then they do not go by the shared one', async () => {
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
      await harness.service.sendDue()
      const { body } = await api('GET', `/v1/notifications/${id}`)
      return body.status !== 'queued' && body
    })
    expect([outcomeOf(told), mailsTo(to)]).toEqual(['shared_limit', 0])
  })

  test('given an organisation of which no event told yet, when it mails strangers, then nothing is sent', async () => {
    const api = harness.client({ organization_id: newId('organization'), plan: 'standard' })
    expect(await outcomes(api, strangers(2))).toEqual(Array(2).fill('shared_limit'))
  })

  test('given more than 5 % that came back, then no strangers any more', async () => {
    const { api, organization_id } = await givenSender(daysAgo(100))
    expect(await outcomes(api, strangers(1))).toEqual(['sent'])
    const week = Math.floor(harness.clock.now().getTime() / (7 * 24 * 3_600_000))
    const _id = `${organization_id} week ${week} shared sent` as never
    await database.collection('counters').updateOne({ _id }, { $set: { count: 50 } })
    for (const to of ['gone-1@example.com', 'gone-2@example.com', 'gone-3@example.com'])
      expect(await outcomes(api, [to])).toEqual(['invalid_address'])
    expect(await outcomes(api, strangers(1))).toEqual(['shared_limit'])
  })
})
