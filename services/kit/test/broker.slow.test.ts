import { type CloudEvent, queueCreated } from '@usher/contracts'
import {
  appendToOutbox,
  connectBroker,
  connectMongo,
  createLease,
  createLogger,
  createPublisher,
  inboxOf,
  inTransaction,
  isDuplicateKey,
  newEvent,
  newId,
  outboxOf,
  PermanentError,
  type Publisher,
  prepareCollections,
  recordInInbox,
  startConsumer,
  startPeriodicJob,
  startRelay,
  UnavailableError,
} from '@usher/service-kit'
import { createInfrastructure, goldenEvents, type Infrastructure, manage, until } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { publishOutbox } from '../src/events/forwarder.ts'
import { sharesCollection } from '../src/store/shares.ts'

const log = createLogger('test', 'silent')
const golden = goldenEvents().find(({ type }) => type === 'queue.created') as CloudEvent<never>

/** Events of one queue, in order. */
const events = (count: number) => {
  const subject = newId('queue')
  const origin = { organizationId: newId('organization'), actor: 'test', requestId: 'test' }
  return Array.from({ length: count }, (_, index) =>
    newEvent(queueCreated, { subject, sequence: index + 1, time: new Date(), origin, data: golden.data }),
  )
}

let stack: AsyncDisposableStack
let infrastructure: Infrastructure
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  infrastructure = stack.use(await createInfrastructure({ isNew: true }))
})
afterEach(() => stack.disposeAsync())

const broker = async () => stack.use(await connectBroker(infrastructure.rabbitUrl, log))

async function database() {
  const connection = await connectMongo(infrastructure.mongoUrl('kit'))
  stack.defer(() => connection.destroy())
  outboxOf(connection)
  inboxOf(connection)
  await prepareCollections(connection)
  return connection
}

async function depthOf(queue: string): Promise<number> {
  const path = `/api/queues/${infrastructure.vhost}/${encodeURIComponent(queue)}/get`
  const options = { count: 100, ackmode: 'ack_requeue_true', encoding: 'auto' }
  return ((await manage(infrastructure.rabbitManagementUrl, 'POST', path, options)) as unknown[]).length
}

/** Ends every connection of this test's virtual host, as a failing network would. */
async function cutConnections(): Promise<void> {
  const { rabbitManagementUrl: url, vhost } = infrastructure
  const open = await until('connections to be listed', async () => {
    const all = (await manage(url, 'GET', `/api/vhosts/${vhost}/connections`)) as { name: string }[]
    return all.length > 0 && all
  })
  for (const { name } of open) await manage(url, 'DELETE', `/api/connections/${encodeURIComponent(name)}`)
}

describe('a consumer', () => {
  test('retries an event that fails for a while and handles the others', async () => {
    const applied: string[] = []
    let failures = 2
    const [first, second, third] = events(3) as [CloudEvent, CloudEvent, CloudEvent]
    const connection = await broker()
    stack.use(
      await startConsumer(connection, {
        queue: 'test.flaky',
        events: [queueCreated],
        log,
        async handle(batch) {
          if (batch.some(({ id }) => id === second.id) && failures-- > 0) throw new Error('not now')
          applied.push(...batch.map(({ id }) => id))
        },
      }),
    )
    await (await createPublisher(connection)).publish([first, second, third])
    await until('three applied', () => applied.length === 3)
    expect(new Set(applied)).toEqual(new Set([first.id, second.id, third.id]))
  })

  test('handles a batch once it is full, or a smaller one after the gather time', async () => {
    const batches: number[] = []
    const connection = await broker()
    const common = { events: [queueCreated], log, prefetch: 3 }
    const handle = async (batch: readonly CloudEvent[]) => {
      batches.push(batch.length)
    }
    const patient = { ...common, queue: 'test.patient', gatherMs: 600_000, handle }
    const short = { ...common, queue: 'test.short', gatherMs: 20, handle: async () => void single.push(1) }
    const single: number[] = []
    stack.use(await startConsumer(connection, patient))
    stack.use(await startConsumer(connection, short))
    const publisher = await createPublisher(connection)
    await publisher.publish(events(1))
    await until('the one is applied', () => single.length === 1)
    expect(batches).toEqual([])
    await publisher.publish(events(2))
    await until('three are applied', () => batches.length === 1)
    expect(batches).toEqual([3])
  })

  test('dead-letters a permanent failure and an invalid event, and handles the others', async () => {
    const applied: string[] = []
    const [poison, good] = events(2) as [CloudEvent, CloudEvent]
    const connection = await broker()
    stack.use(
      await startConsumer(connection, {
        queue: 'test.poison',
        events: [queueCreated],
        log,
        async handle(batch) {
          if (batch.some(({ id }) => id === poison.id)) throw new PermanentError('never')
          applied.push(...batch.map(({ id }) => id))
        },
      }),
    )
    const publisher = await createPublisher(connection)
    await publisher.publish([{ ...poison, sequence: -1 }, poison, good])
    await until('the good one', () => applied.includes(good.id))
    await until('two dead letters', async () => (await depthOf('test.poison.dead')) === 2)
    expect(applied).toEqual([good.id])
  })

  test('does not dead-letter an event while what it needs is unavailable', async () => {
    let tries = 0
    const connection = await broker()
    stack.use(
      await startConsumer(connection, {
        queue: 'test.away',
        events: [queueCreated],
        log,
        async handle() {
          tries += 1
          if (tries <= 5) throw new UnavailableError('the database is away')
        },
      }),
    )
    await (await createPublisher(connection)).publish(events(1))
    await until(
      'the sixth try, or a dead letter',
      async () => tries === 6 || (await depthOf('test.away.dead')) > 0,
    )
    expect([tries, await depthOf('test.away.dead')]).toEqual([6, 0])
  })

  test('reconnects after its connection was cut and receives events published after that', async () => {
    const applied: string[] = []
    const connection = await broker()
    stack.use(
      await startConsumer(connection, {
        queue: 'test.cut',
        events: [queueCreated],
        log,
        async handle(batch) {
          applied.push(...batch.map(({ id }) => id))
        },
      }),
    )
    const publisher = await createPublisher(connection)
    const [before, after] = events(2) as [CloudEvent, CloudEvent]
    await publisher.publish([before])
    await until('the first event', () => applied.includes(before.id))
    await cutConnections()
    await until('the connection to be lost', () => !connection.isConnected())
    await until('the event to be published', async () => {
      await publisher.publish([after])
      return true
    })
    await until('the second event', () => applied.includes(after.id))
    expect(connection.isConnected()).toBe(true)
  })
})

describe('a set-up step of the broker connection', () => {
  test('is repeated on the next connection when the connection is cut during it', async () => {
    const connection = await broker()
    const seen: string[] = []
    await connection.onConnect(async (model) => {
      const channel = await model.createChannel()
      seen.push('begun')
      if (seen.length === 1) await cutConnections()
      await channel.assertQueue('test.set-up')
      seen.push('done')
    })
    expect(seen).not.toContain('done')
    await until('it to be set up', () => seen.includes('done'))
    expect(seen).toEqual(['begun', 'begun', 'done'])
  })

  test('rejects with the error of the broker when it is refused', async () => {
    const connection = await broker()
    const refused = connection.onConnect(async (model) => {
      const channel = await model.createChannel()
      channel.on('error', () => {})
      await channel.checkQueue('test.missing')
    })
    await expect(refused).rejects.toThrow('NOT_FOUND')
  })
})

describe('publishing events that no queue takes', () => {
  test('fails for a mandatory publisher until a queue is bound, and succeeds for any other', async () => {
    const connection = await broker()
    const [event] = events(1) as [CloudEvent]
    const demanding = await createPublisher(connection, { mandatory: true })
    await expect(demanding.publish([event])).rejects.toThrow('no queue takes')
    await (await createPublisher(connection)).publish([event])
    const applied: string[] = []
    stack.use(
      await startConsumer(connection, {
        queue: 'test.late',
        events: [queueCreated],
        log,
        async handle(batch) {
          applied.push(...batch.map(({ id }) => id))
        },
      }),
    )
    await demanding.publish([event])
    await until('the event', () => applied.length === 1)
    expect(applied).toEqual([event.id])
  })
})

const commit = async (
  connection: Awaited<ReturnType<typeof database>>,
  committed: CloudEvent[],
  fail = false,
) =>
  await inTransaction(connection, async (session) => {
    await appendToOutbox(outboxOf(connection), committed, session)
    if (fail) throw new Error('rolled back')
  })

/** Change streams on the outbox. */
async function changeStreams(connection: Awaited<ReturnType<typeof database>>): Promise<number> {
  const ns = `${connection.name}.outbox`
  const stages = [{ $currentOp: { idleCursors: true, allUsers: true } }, { $match: { ns } }]
  const found = await connection.getClient().db('admin').aggregate(stages).toArray()
  return found.filter((op) => JSON.stringify(op).includes('$changeStream')).length
}

describe('the relay of an outbox', () => {
  async function collect() {
    const received: string[] = []
    const connection = await broker()
    stack.use(
      await startConsumer(connection, {
        queue: 'test.collect',
        events: [queueCreated],
        log,
        async handle(batch) {
          received.push(...batch.map(({ id }) => id))
        },
      }),
    )
    return received
  }

  test('publishes the events of a committed transaction in order, and none of a rolled-back one', async () => {
    const received = await collect()
    const connection = await database()
    const publisher = await createPublisher(await broker())
    stack.use(startRelay({ connection, publisher, owner: 'one', log }))
    const [kept, dropped] = [events(50), events(1)]
    await expect(commit(connection, dropped, true)).rejects.toThrow('rolled back')
    await commit(connection, kept)
    await until('fifty events', () => received.length >= 50)
    expect([...new Set(received)]).toEqual(kept.map(({ id }) => id))
    await until('an empty outbox', async () => (await outboxOf(connection).countDocuments()) === 0)
  })

  test('publishes the 600 events that an ended process left behind, in order', async () => {
    const received = await collect()
    const connection = await database()
    // Of another process, whose clock is ahead.
    const left = events(600).map((event) => ({ ...event, time: new Date(Date.now() + 60_000).toISOString() }))
    await commit(connection, left)
    const publisher = await createPublisher(await broker())
    stack.use(startRelay({ connection, publisher, owner: 'one', log }))
    await until('all of them', () => new Set(received).size === 600)
    expect([...new Set(received)]).toEqual(left.map(({ id }) => id))
  })

  test('publishes events of replicas with different clocks in the order of their commits', async () => {
    const received = await collect()
    const [ahead, behind] = [await database(), await database()]
    const all = events(40).map((event, i) => {
      const time = new Date(Date.now() + (i % 2 === 0 ? 600_000 : -600_000)).toISOString()
      return { ...event, time }
    })
    for (const [i, event] of all.entries()) await commit(i % 2 === 0 ? ahead : behind, [event])
    const publisher = await createPublisher(await broker())
    stack.use(startRelay({ connection: behind, publisher, owner: 'one', log }))
    await until('all of them', () => new Set(received).size === 40)
    expect([...new Set(received)]).toEqual(all.map(({ id }) => id))
  })

  test('selects events committed before a time by the clock of the database, not the event time', async () => {
    const connection = await database()
    const [ahead, behind] = [600_000, -600_000].map((ms) => {
      const [event] = events(1) as [CloudEvent]
      return { ...event, time: new Date(Date.now() + ms).toISOString() }
    }) as [CloudEvent, CloudEvent]
    await commit(connection, [ahead])
    const { operationTime: before } = await connection.getClient().db('admin').command({ ping: 1 })
    await commit(connection, [behind])
    const published: CloudEvent[] = []
    const publish = async (batch: readonly CloudEvent[]) => void published.push(...batch)
    const publisher = { ...(await createPublisher(await broker())), publish }
    expect(await publishOutbox(outboxOf(connection), publisher, { before })).toBe(1)
    expect(published.map(({ id }) => id)).toEqual([ahead.id])
  })

  test('publishes events committed while it catches up after those left before', async () => {
    const received = await collect()
    const connection = await database()
    const all = events(400)
    for (const event of all.slice(0, 300)) await commit(connection, [event])
    const publisher = await createPublisher(await broker())
    stack.use(startRelay({ connection, publisher, owner: 'one', log }))
    for (const event of all.slice(300)) await commit(connection, [event])
    await until('all of them', () => new Set(received).size === 400)
    expect([...new Set(received)]).toEqual(all.map(({ id }) => id))
  })

  test('publishes events at once without a change stream when it is the only replica', async () => {
    const received = await collect()
    const connection = await database()
    const publisher = await createPublisher(await broker())
    stack.use(startRelay({ connection, publisher, owner: 'one', log }))
    const all = events(21)
    let startedAt = 0
    for (const [nth, event] of all.entries()) {
      await commit(connection, [event])
      await until('the event', () => received.includes(event.id))
      // From then on the relay has its parts; sweeps alone would bring one event a second.
      if (nth === 0) startedAt = performance.now()
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await changeStreams(connection)).toBe(0)
  })

  /** A relay that is alone and rests, by a clock an hour ahead until it is disposed of. */
  async function startResting(connection: Connection, publisher: Publisher) {
    const leases = connection.collection<{ _id: string; expires_at: Date }>('leases')
    const restFrom = Date.now() + 30_000
    stack.use(startRelay({ connection, publisher, owner: 'one', log }))
    const lease = () => leases.findOne({ _id: 'outbox-relay/one' })
    await until('it to have started', lease)
    const now = performance.now.bind(performance)
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
    await until('it to rest', async () => ((await lease())?.expires_at.getTime() ?? 0) > restFrom)
    return { lease, [Symbol.dispose]: () => later.mockRestore() }
  }

  test('repeats within seconds an event that the broker refused after an idle time', async () => {
    const received = await collect()
    const connection = await database()
    const publisher = await createPublisher(await broker())
    let refusals = 1
    const refusing = {
      ...publisher,
      async publish(batch: readonly CloudEvent[]) {
        if (refusals-- > 0) throw new Error('refused')
        await publisher.publish(batch)
      },
    }
    using _resting = await startResting(connection, refusing)
    await commit(connection, events(1))
    await until('the event', () => received.length === 1, 10_000)
    expect(refusals).toBeLessThan(0)
  })

  test('holds its lease for longer when idle, and publishes the next events, also beside a second replica', async () => {
    const received = await collect()
    const connection = await database()
    const publisher = await createPublisher(await broker())
    using resting = await startResting(connection, publisher)
    const held = await resting.lease()
    let seconds = 0
    stack.use(
      startPeriodicJob('seconds', 1_000, log, async () => {
        seconds += 1
      }),
    )
    await until('two sweeps of a relay that does not rest', () => seconds > 2)
    expect(await resting.lease()).toEqual(held)
    const some = events(20)
    await commit(connection, some)
    await until('the events', () => received.length >= 20)
    expect([...new Set(received)]).toEqual(some.map(({ id }) => id))
    stack.use(startRelay({ connection, publisher, owner: 'two', log }))
    await commit(connection, events(20))
    await until('the others', () => new Set(received).size === 40)
  })

  test('continues on the second replica when the first ends', async () => {
    const received = await collect()
    const connection = await database()
    const publisher = await createPublisher(await broker())
    const first = startRelay({ connection, publisher, owner: 'one', log })
    const [early, late] = [events(20), events(20)]
    await commit(connection, early)
    await until('the first twenty', () => received.length >= 20)
    stack.use(startRelay({ connection, publisher, owner: 'two', log }))
    await first[Symbol.asyncDispose]()
    await commit(connection, late)
    await until('the others', () => new Set(received).size === 40)
    expect([...new Set(received)]).toEqual([...early, ...late].map(({ id }) => id))
  })
})

describe('two replicas that relay one outbox', () => {
  const COMMITS = 300

  test('share the events of 20 queues, keep those of each in order and miss none', async () => {
    const connection = await database()
    const relayed = new Map<string, string[]>()
    const replica = async (owner: string) => {
      const publisher = await createPublisher(await broker())
      const own: string[] = []
      relayed.set(owner, own)
      const noting = {
        ...publisher,
        async publish(batch: readonly CloudEvent[]) {
          await publisher.publish(batch)
          own.push(...batch.map(({ id }) => id))
        },
      }
      return startRelay({ connection, publisher: noting, owner, log })
    }
    const all = () => new Set([...relayed.values()].flat())
    const queues = Array.from({ length: 20 }, () => events(COMMITS / 20))
    const commits = queues[0]?.flatMap((_, nth) => queues.map((queue) => queue[nth] as CloudEvent)) ?? []
    const commitSome = async (count: number) => {
      for (const event of commits.splice(0, count)) await commit(connection, [event])
    }
    stack.use(await replica('one'))
    await commitSome(60)
    const second = await replica('two')
    await until('both to have parts', async () => {
      const shares = await sharesCollection(connection).findOne({ _id: 'outbox-relay' })
      return new Set(shares?.owners).size === 2 && !shares?.owners.includes('')
    })
    await until('both to follow the changes', async () => (await changeStreams(connection)) === 2)
    await commitSome(180)
    await until('both to have relayed', () => [...relayed.values()].every(({ length }) => length > 0))
    await second[Symbol.asyncDispose]()
    await commitSome(60)
    await until('all events', () => all().size === COMMITS)
    for (const queue of queues) {
      const ids = new Set(queue.map(({ id }) => id))
      for (const own of relayed.values()) {
        const sequence = [...new Set(own)].filter((id) => ids.has(id))
        expect(sequence).toEqual(queue.map(({ id }) => id).filter((id) => sequence.includes(id)))
      }
    }
  })
})

describe('an inbox', () => {
  test('records an event as new only once, even when two transactions record it at once', async () => {
    const connection = await database()
    const inbox = inboxOf(connection)
    const record = (ids: string[]) =>
      inTransaction(connection, (session) => recordInInbox(inbox, ids, session))
    expect([...(await record(['a', 'b']))]).toEqual(['a', 'b'])
    expect([...(await record(['b', 'c']))]).toEqual(['c'])
    const both = await Promise.allSettled([record(['d']), record(['d'])])
    const counted = both.map((one) =>
      one.status === 'fulfilled' ? [...one.value].length : Number(isDuplicateKey(one.reason)) - 1,
    )
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(1)
  })
})

describe('a lease', () => {
  test('is held by one owner until it is released or expires', async () => {
    const connection = await database()
    const lease = (owner: string, ttlMs = 60_000) => createLease(connection, 'duty', owner, ttlMs)
    const [one, two] = [lease('one'), lease('two')]
    expect([await one.hold(), await two.hold(), await one.hold()]).toEqual([true, false, true])
    await one.release()
    expect(await two.hold()).toBe(true)
    expect(await lease('two', -1).hold()).toBe(true)
    expect(await one.hold()).toBe(true)
  })

  test('goes to only one of ten owners that request it at once', async () => {
    const connection = await database()
    const wanting = Array.from({ length: 10 }, (_, i) =>
      createLease(connection, 'rush', `owner ${i}`, 60_000).hold(),
    )
    const settled = await Promise.allSettled(wanting)
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1)
  })
})
