import { randomBytes } from 'node:crypto'
import {
  connectMongo,
  createLogger,
  IdempotencyStore,
  newId,
  outboxModel,
  prepareCollections,
} from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'
import { addGuest } from '../src/guests/add-guest.ts'
import { guestModel } from '../src/guests/guest-record.ts'
import { createCommit } from '../src/line/commit.ts'
import { createStateCache } from '../src/line/state-cache.ts'
import { createQueueWriter } from '../src/line/writer.ts'
import { createQueue, requireOwnQueue } from '../src/queues/queue-decisions.ts'
import { createQueueStore } from '../src/queues/queue-store.ts'

describe('given a writer', () => {
  test('when one request comes twice in the same batch, then it is done once and answered twice', async () => {
    await using stack = new AsyncDisposableStack()
    const infrastructure = stack.use(await createInfrastructure())
    const connection = await connectMongo(infrastructure.mongoUrl('queue'))
    stack.defer(() => connection.destroy())
    const store = createQueueStore(connection)
    const cache = createStateCache(connection)
    const idempotency = new IdempotencyStore(connection, [{ id: 'k', key: randomBytes(32) }])
    outboxModel(connection)
    await prepareCollections(connection)
    const organizationId = newId('organization')
    const act = {
      now: new Date(),
      statusUrl: () => 'http://usher.test/w/x',
      origin: { organizationId, actor: 'test', requestId: 'test' },
    }
    const created = createQueue({ name: 'Door' }, { timezone: 'UTC', country: 'US' }, act)
    await connection.transaction((session) => store.create(created, session))
    const writer = createQueueWriter({
      cache,
      commit: createCommit(connection, idempotency),
      loadGuests: async () => new Map(),
      statusUrl: act.statusUrl,
      idempotency,
      log: createLogger('test', 'silent'),
    })

    const add = () =>
      writer.answer(
        {
          queueId: created.state.queue._id,
          decide: (state) =>
            addGuest(requireOwnQueue(state, { organization_id: organizationId }), { name: 'Ada' }, act, null),
        },
        ({ guest }) => ({ body: guest._id }),
        { id: `${organizationId}:key`, fingerprint: 'same' },
      )
    const [first, second] = await Promise.all([add(), add()])

    expect(second.body).toBe(first.body)
    expect([first.replayed, second.replayed]).toEqual([undefined, true])
    expect(await guestModel(connection).countDocuments()).toBe(1)
  })
})
