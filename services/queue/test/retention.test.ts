import { ANONYMOUS_NAME, organizationUpdated } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { type GuestRecord, leftBefore, WITHOUT_PERSON } from '../src/records/guest-record.ts'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let database: mongoose.Connection
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  harness = cleanup.use(await startHarness())
  database = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  cleanup.defer(() => database.destroy())
})
afterAll(() => cleanup.disposeAsync())

const FIELD = { key: 'allergy', label: 'Allergies', type: 'text', required: false }

const PERSON = {
  ...{ name: 'Grace', phone: '+14155550123', email: 'g@g.test', notes: 'by the window', party_size: 3 },
  ...{ tags: ['VIP'], fields: { allergy: 'nuts' } },
}

/** An organisation with a guest who was seated. */
async function givenSeated(organization_id = newId('organization')) {
  const api = harness.client({ organization_id })
  const queue = await givenQueue(api, { custom_fields: [FIELD] })
  const guest = await givenGuest(api, queue, PERSON)
  await api('POST', `/v1/guests/${guest}/seat`)
  return { api, queue, guest, organization_id }
}

const read = async (api: Client, guest: string) => (await api('GET', `/v1/guests/${guest}`)).body

async function retain(organization_id: string, days: number, sequence: number): Promise<void> {
  const event = newEvent(organizationUpdated, {
    subject: organization_id,
    sequence,
    time: new Date(),
    origin: { organizationId: organization_id, actor: 'mem_test', requestId: 'test' },
    data: {
      id: organization_id,
      name: 'Bistro',
      country: 'DE',
      timezone: 'UTC',
      guest_retention_days: days,
      quiet_hours: null,
    },
  })
  await harness.publish(event)
}

const knownDays = async (organization_id: string) =>
  (await database.collection<{ _id: string; days: number }>('retentions').findOne({ _id: organization_id }))
    ?.days

describe('guests who left', () => {
  test('anonymises guests after 30 days and keeps their figures', async () => {
    const { api, queue, guest } = await givenSeated()
    const waiting = await givenGuest(api, queue, PERSON)
    const before = await api('GET', `/v1/guests/${guest}`)
    harness.clock.advance(29 * DAY_MS)
    await harness.service.jobs.retention.run()
    expect((await read(api, guest)).name).toBe('Grace')

    harness.clock.advance(DAY_MS)
    await until('the events of before', () => harness.events.of(waiting).length > 0)
    const count = harness.events.events.length
    await harness.service.jobs.retention.run()
    const after = await api('GET', `/v1/guests/${guest}`)
    const { anonymized_at: _, ...figures } = before.body
    const forgotten = {
      ...figures,
      name: ANONYMOUS_NAME,
      phone: null,
      email: null,
      notes: null,
      tags: [],
      fields: {},
    }
    expect(after.body).toMatchObject(forgotten)
    expect(after.body.anonymized_at).not.toBeNull()
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(await read(api, waiting)).toMatchObject({ name: 'Grace', anonymized_at: null })
    expect(harness.events.events).toHaveLength(count)
    expect((await api('POST', `/v1/guests/${guest}/undo`, { body: {} })).status).toBe(409)

    harness.clock.advance(DAY_MS)
    await harness.service.jobs.retention.run()
    expect((await read(api, guest)).anonymized_at).toBe(after.body.anonymized_at)
  })

  test('anonymises guests after one day only in the organisation with a retention of one day', async () => {
    const short = await givenSeated()
    const usual = await givenSeated()
    await retain(short.organization_id, 1, 2)
    await until('the setting', async () => (await knownDays(short.organization_id)) === 1)
    harness.clock.advance(DAY_MS)
    await harness.service.jobs.retention.run()
    expect((await read(short.api, short.guest)).name).toBe(ANONYMOUS_NAME)
    expect((await read(usual.api, usual.guest)).name).toBe('Grace')
  })

  test('keeps the newest retention when events are repeated and out of order', async () => {
    const organization_id = newId('organization')
    await retain(organization_id, 10, 2)
    await retain(organization_id, 20, 3)
    await retain(organization_id, 10, 2)
    await retain(organization_id, 5, 1)
    const other = newId('organization')
    await retain(other, 7, 1)
    await until('all of them', async () => (await knownDays(other)) === 7)
    expect(await knownDays(organization_id)).toBe(20)
  })

  test('anonymises guests when two replicas do so at the same time', async () => {
    const { api, guest } = await givenSeated()
    const replica = await harness.start()
    harness.clock.advance(30 * DAY_MS)
    await Promise.all([harness.service.jobs.retention.run(), replica.jobs.retention.run()])
    expect((await read(api, guest)).name).toBe(ANONYMOUS_NAME)
  })

  test('finds old guests by the index on organization_id and left_at', async () => {
    const { organization_id, guest } = await givenSeated()
    const guests = database.collection<{ _id: string; left_at: Date | null }>('guests')
    const { _id, ...seated } = (await guests.findOne({ _id: guest })) ?? { left_at: null }
    const young = Array.from({ length: 300 }, () => ({ ...seated, _id: newId('guest') }))
    await guests.insertMany(young)
    const before = new Date((seated.left_at?.getTime() ?? 0) - 1)
    const plan = await guests
      .find({ organization_id, anonymized_at: null, ...leftBefore(before) })
      .explain('queryPlanner')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('organization_id_1_left_at_1')
  })
})

describe('the stored fields of a guest', () => {
  /** Fields that tell nothing of who a guest is. A field that is neither here nor erased does not compile. */
  const HARMLESS: Readonly<Record<Exclude<keyof GuestRecord, keyof typeof WITHOUT_PERSON>, true>> = {
    _id: true,
    organization_id: true,
    queue_id: true,
    party_size: true,
    status: true,
    rank: true,
    sequence: true,
    line_version: true,
    quoted_wait: true,
    quote: true,
    created_at: true,
    updated_at: true,
    notified_at: true,
    seated_at: true,
    no_show_at: true,
    removed_at: true,
    left_at: true,
    left_by_guest: true,
    anonymized_at: true,
    no_show_due_at: true,
    arrived_at: true,
    place_change: true,
    since_version: true,
    former_stays: true,
    priority: true,
    away_until: true,
    almost_ready_at: true,
    desk: true,
    replied_at: true,
    replies_read_until: true,
    booking: true,
  }

  test('every stored field of a guest is either erased with the person or listed as harmless', async () => {
    const { guest } = await givenSeated()
    const stored = await database.collection<{ _id: string }>('guests').findOne({ _id: guest })
    const known = Object.keys({ ...HARMLESS, ...WITHOUT_PERSON })
    expect(Object.keys(stored ?? {}).filter((field) => !known.includes(field))).toEqual([])
    expect(stored).toMatchObject({ _id: guest })
  })
})
