import { randomBytes } from 'node:crypto'
import {
  connectMongo,
  createLogger,
  IdempotencyStore,
  inTransaction,
  newId,
  outboxOf,
  prepareCollections,
} from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { createCommit } from '../src/engine/commit.ts'
import { createGuestCache } from '../src/engine/guest-cache.ts'
import { createStateCache } from '../src/engine/state-cache.ts'
import { createQueueWriter } from '../src/engine/writer.ts'
import { addGuest } from '../src/guests/add-guest.ts'
import { requireOwnQueue } from '../src/queue-state/own-queue.ts'
import { createQueue } from '../src/queues/queue-decisions.ts'
import { guestCollection } from '../src/records/guest-store.ts'
import { createStores } from '../src/records/stores.ts'

/** A writer on a database of its own, with an empty queue. */
async function startWriter() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const connection = await connectMongo(infrastructure.mongoUrl('queue'))
  stack.defer(() => connection.destroy())
  const stores = createStores(connection)
  const idempotency = new IdempotencyStore(connection, [{ id: 'k', key: randomBytes(32) }])
  outboxOf(connection)
  await prepareCollections(connection)
  const organizationId = newId('organization')
  const act = {
    now: new Date(),
    statusUrl: () => 'http://usher.test/w/x',
    origin: { organizationId, actor: 'test', requestId: 'test' },
  }
  const created = createQueue({ name: 'Door' }, { timezone: 'UTC', country: 'US' }, act)
  await inTransaction(connection, (session) =>
    stores.queues.create(created.state.queue, created.events, session),
  )
  const writer = createQueueWriter({
    cache: createStateCache(stores, { now: () => new Date() }),
    guestCache: createGuestCache(),
    commit: createCommit(connection, stores, idempotency),
    loadGuests: async () => new Map(),
    statusUrl: act.statusUrl,
    idempotency,
    log: createLogger('test', 'silent'),
  })
  return {
    writer,
    organizationId,
    guests: guestCollection(connection),
    /** The decision to add a guest. */
    adding: (name: string, notes = '') => ({
      queueId: created.state.queue._id,
      decide: (state: Parameters<typeof requireOwnQueue>[0]) =>
        addGuest(requireOwnQueue(state, { organization_id: organizationId }), { name, notes }, act, null),
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('a writer', () => {
  test('stores a request once and answers it twice when it comes twice in the same batch', async () => {
    await using given = await startWriter()
    const add = () =>
      given.writer.answer(given.adding('Ada'), ({ guest }) => ({ body: guest._id }), {
        id: `${given.organizationId}:key`,
        fingerprint: 'same',
      })
    const [first, second] = await Promise.all([add(), add()])

    expect(second.body).toBe(first.body)
    expect([first.replayed, second.replayed]).toEqual([undefined, true])
    expect(await given.guests.countDocuments()).toBe(1)
  })

  test('refuses only the decision of a batch that cannot be stored', async () => {
    await using given = await startWriter()
    const names = ['Ada', 'Bob', 'Cleo', 'Large', 'Dan', 'Eve', 'Fay']
    const notesOf = (name: string) => (name === 'Large' ? 'A'.repeat(17 * 1024 * 1024) : '')
    const settled = await Promise.allSettled(
      names.map((name) => given.writer.submit(given.adding(name, notesOf(name)))),
    )

    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(names.map((name) => name !== 'Large'))
    const stored = await given.guests.find().toArray()
    expect(stored.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay'])
  })
})
