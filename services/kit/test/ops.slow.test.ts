import { randomBytes } from 'node:crypto'
import { type CloudEvent, deadLetterDropped, deadLetterReplayed, queueCreated } from '@usher/contracts'
import {
  appendToOutbox,
  type Broker,
  connectBroker,
  connectMongo,
  createLease,
  createLogger,
  createPublisher,
  inTransaction,
  newEvent,
  newId,
  outboxOf,
  PermanentError,
  prepareCollections,
  seal,
  startConsumer,
  unseal,
} from '@usher/service-kit'
import {
  collectEvents,
  createInfrastructure,
  goldenEvents,
  type Infrastructure,
  until,
} from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { operatorOf } from './support/operator.ts'

const log = createLogger('test', 'silent')
const golden = goldenEvents().find(({ type }) => type === 'queue.created') as CloudEvent<never>
const QUEUE = 'kit.events'
const KEYS = [randomBytes(32), randomBytes(32)].map((key, index) => ({ id: `k${index}`, key }))
const keyList = (keys: typeof KEYS) => keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const definition = {
  service: 'kit',
  queues: [QUEUE, 'kit.unused'],
  sealed: [
    { collection: 'things', field: 'secret' },
    { collection: 'things', field: 'credentials.*' },
    { collection: 'things', field: 'push.sealed', boundTo: ({ _id }: { _id: unknown }) => String(_id) },
  ],
}

const anEvent = (time = new Date()) => {
  const origin = { organizationId: newId('organization'), actor: 'test', requestId: 'test' }
  return newEvent(queueCreated, {
    subject: newId('queue'),
    sequence: 1,
    time,
    origin,
    data: golden.data,
  })
}

let stack: AsyncDisposableStack
let infrastructure: Infrastructure
let connection: Connection
let broker: Broker
let environment: Record<string, string>
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  infrastructure = stack.use(await createInfrastructure())
  const mongoUrl = infrastructure.mongoUrl('kit')
  connection = await connectMongo(mongoUrl)
  stack.defer(() => connection.destroy())
  outboxOf(connection)
  await prepareCollections(connection)
  broker = stack.use(await connectBroker(infrastructure.rabbitUrl, log))
  environment = { MONGODB_URL: mongoUrl, RABBITMQ_URL: infrastructure.rabbitUrl }
})
afterEach(() => stack.disposeAsync())

const operator = (more: Record<string, string> = {}) => operatorOf(definition, { ...environment, ...more })

/** A consumer that parks everything until it is told to be well. */
async function startFailing() {
  const state = { isWell: false, handled: [] as string[] }
  const handle = async (events: readonly CloudEvent[]) => {
    if (!state.isWell) throw new PermanentError('not well')
    state.handled.push(...events.map(({ id }) => id))
  }
  stack.use(await startConsumer(broker, { queue: QUEUE, events: [queueCreated], handle, log }))
  return state
}

async function withDeadLetters(count: number) {
  const consumer = await startFailing()
  const events = Array.from({ length: count }, anEvent)
  await (await createPublisher(broker)).publish(events)
  await until('the dead letters', async () => (await deadIn(QUEUE)) === count)
  return { consumer, events }
}

const deadIn = async (queue: string) =>
  (await operator().results('list-dead-letters')).find((row) => row.queue === queue)?.dead_letters

const told = async () => (await outboxOf(connection).find().toArray()).flatMap(({ events }) => events)

describe('dead letters', () => {
  test('lists and shows dead letters repeatedly without removing them, and their data only on request', async () => {
    const { events } = await withDeadLetters(3)
    expect(await operator().results('list-dead-letters')).toEqual([
      { service: 'kit', queue: QUEUE, dead_letters: 3 },
    ])
    // More often than RabbitMQ 4 lets a message be put back.
    for (let i = 0; i < 25; i += 1) {
      const shown = await operator().results('show-dead-letters', '--queue', QUEUE, '--limit', '2')
      expect(shown).toHaveLength(2)
    }
    const shown = await operator().results('show-dead-letters', '--queue', QUEUE)
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)))
    const first = events.find(({ id }) => id === shown[0].id)
    expect(shown[0]).toMatchObject({
      type: 'queue.created',
      organization_id: first?.organizationid,
      subject: first?.subject,
      reason: 'rejected',
    })
    expect(shown[0]).not.toHaveProperty('data')
    const [withData] = await operator().results('show-dead-letters', '--queue', QUEUE, '--data')
    expect(withData.data).toEqual(golden.data)
  })

  test('replays dead letters, each handled once and audited', async () => {
    const { consumer, events } = await withDeadLetters(3)
    consumer.isWell = true
    const one = events[1] as CloudEvent
    const replayed = await operator().results('replay-dead-letters', '--queue', QUEUE, '--id', one.id)
    expect(replayed).toMatchObject([{ id: one.id, replayed: true }])
    await until('the first', () => consumer.handled.includes(one.id))
    expect(await deadIn(QUEUE)).toBe(2)

    await operator().results('replay-dead-letters', '--queue', QUEUE)
    await until('the others', () => consumer.handled.length === 3)
    expect(consumer.handled.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    expect(await deadIn(QUEUE)).toBe(0)
    expect((await told()).filter(({ subject }) => subject === one.id)).toMatchObject([
      {
        type: deadLetterReplayed.type,
        actor: 'operator',
        organizationid: one.organizationid,
        data: { id: one.id, type: 'queue.created', queue: QUEUE, subject: one.subject },
      },
    ])
    expect(await told()).toHaveLength(3)
  })

  test('drops only the named dead letter, after confirmation, and audits it', async () => {
    const { events } = await withDeadLetters(2)
    const [gone, kept] = events as [CloudEvent, CloudEvent]
    const drop = ['drop-dead-letters', '--queue', QUEUE, '--id', gone.id]
    const unsure = await operator().run(...drop)
    expect([unsure.code, unsure.notes]).toEqual([2, expect.stringContaining('--yes')])
    expect(await deadIn(QUEUE)).toBe(2)

    expect(await operator().results(...drop, '--yes')).toMatchObject([{ id: gone.id, dropped: true }])
    expect(await operator().results('show-dead-letters', '--queue', QUEUE)).toMatchObject([{ id: kept.id }])
    expect(await told()).toMatchObject([{ type: deadLetterDropped.type, subject: gone.id }])
    expect((await operator().run(...drop, '--yes')).notes).toContain('no dead letter')
  })

  test('refuses a queue of another service, and a drop without --id or --all', async () => {
    const strange = await operator().run('show-dead-letters', '--queue', 'other.events')
    expect([strange.code, strange.notes]).toEqual([
      1,
      expect.stringContaining('kit has no queue other.events'),
    ])
    const unclear = await operator().run('drop-dead-letters', '--queue', QUEUE, '--yes')
    expect([unclear.code, unclear.notes]).toEqual([2, expect.stringContaining('either --id or --all')])
  })
})

describe('the outbox', () => {
  test('flushes the outbox to the broker in order', async () => {
    const heard = stack.use(await collectEvents(infrastructure.rabbitUrl))
    expect(await operator().results('show-outbox')).toMatchObject([{ pending: 0, oldest_at: null }])
    const events = [anEvent(new Date(Date.now() - 60_000)), anEvent(new Date(Date.now() - 60_000))]
    for (const event of events) {
      await inTransaction(connection, (session) => appendToOutbox(outboxOf(connection), [event], session))
    }
    const [shown] = await operator().results('show-outbox')
    expect(shown).toMatchObject({ service: 'kit', pending: 2, oldest_event: 'queue.created' })
    expect(shown.oldest_seconds).toBeGreaterThanOrEqual(60)

    expect(await operator().results('flush-outbox')).toEqual([{ service: 'kit', published: 2 }])
    await until('the events', () => heard.events.length === 2)
    expect(heard.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    expect(await told()).toEqual([])
  })
})

describe('leases', () => {
  test('releases a held lease so that another owner can take it', async () => {
    const mine = createLease(connection, 'duty', 'me', 60_000)
    const theirs = createLease(connection, 'duty', 'they', 60_000)
    expect([await mine.hold(), await theirs.hold()]).toEqual([true, false])
    expect(await operator().results('list-leases')).toMatchObject([
      { service: 'kit', name: 'duty', owner: 'me', is_held: true },
    ])
    const released = await operator().results('release-lease', '--name', 'duty', '--yes')
    expect(released).toEqual([{ service: 'kit', name: 'duty', released_from: 'me' }])
    expect(await theirs.hold()).toBe(true)
    expect((await operator().run('release-lease', '--name', 'no-duty', '--yes')).notes).toContain('no lease')
  })
})

describe('sealed secrets', () => {
  const [old, fresh] = KEYS as [(typeof KEYS)[number], (typeof KEYS)[number]]
  const things = () => connection.collection<Record<string, unknown> & { _id: string }>('things')
  const fill = async () => {
    const sealed = (text: string) => seal(text, [old])
    await things().insertMany([
      { _id: 'a', secret: sealed('a1'), credentials: { token: sealed('a2'), name: sealed('a3') } },
      { _id: 'b', secret: null, credentials: {} },
      { _id: 'c', secret: sealed('c1'), push: { sealed: seal('c2', [old], 'c'), at: 1 } },
    ])
  }

  test('reseals all secrets with the newest key once, with their values unchanged', async () => {
    await fill()
    const SECRET_KEYS = keyList([fresh, old])
    const before = await operator({ SECRET_KEYS }).results('list-secret-keys')
    expect(before.map(({ field, key, secrets, is_newest }) => [field, key, secrets, is_newest])).toEqual([
      ['secret', 'k0', 2, false],
      ['credentials.*', 'k0', 2, false],
      ['push.sealed', 'k0', 1, false],
    ])
    const resealed = await operator({ SECRET_KEYS }).results('reseal-secrets')
    expect(resealed.map(({ field, resealed: count }) => [field, count])).toEqual([
      ['secret', 2],
      ['credentials.*', 2],
      ['push.sealed', 1],
      ['sealed', 0],
    ])
    // The old key is needed no more.
    const a = (await things().findOne({ _id: 'a' })) as unknown as {
      secret: string
      credentials: { token: string }
    }
    expect([unseal(a.secret, [fresh]), unseal(a.credentials.token, [fresh])]).toEqual(['a1', 'a2'])
    const c = (await things().findOne({ _id: 'c' })) as unknown as { push: { sealed: string; at: number } }
    expect([unseal(c.push.sealed, [fresh], 'c'), c.push.at]).toEqual(['c2', 1])
    expect(await things().findOne({ _id: 'b' })).toEqual({ _id: 'b', secret: null, credentials: {} })
    const again = await operator({ SECRET_KEYS }).results('reseal-secrets')
    expect(again.every(({ resealed: count }) => count === 0)).toBe(true)
  })

  test('refuses to reseal a secret whose key is not configured and names the field', async () => {
    await fill()
    const failed = await operator({ SECRET_KEYS: keyList([fresh]) }).run('reseal-secrets')
    expect([failed.code, failed.notes]).toEqual([1, 'things.secret: secret key k0 is not configured'])
    const shown = await operator({ SECRET_KEYS: keyList([fresh]) }).results('list-secret-keys')
    expect(shown.map(({ is_configured }) => is_configured)).toEqual([false, false, false])
  })
})

describe('the commands', () => {
  test('prints a table without --json, and lists commands with their options in the help', async () => {
    await createLease(connection, 'duty', 'me', 60_000).hold()
    expect((await operator().run('list-leases')).text).toMatch(
      /^service +name +owner .*\nkit +duty +me +true /,
    )
    const help = await operator().run('help')
    expect(help.code).toBe(0)
    for (const words of [
      'drop-dead-letters --queue QUEUE --id evt_…|--all --yes',
      'restore --from FOLDER --yes',
    ]) {
      expect(help.text).toContain(words)
    }
  })
})
