import { clockOrganizationId, privacyRequested } from '@usher/contracts'
import { expect, test } from 'vitest'
import { appendToOutbox, createLogger, inTransaction, newEvent, newId, outboxModel } from '../src/index.ts'
import type { Foundation } from '../src/service/foundation-type.ts'
import { World } from '../src/service/world.ts'
import { CarriedEvents } from '../src/worlds/carried-events.ts'
import { VirtualClock } from '../src/worlds/virtual-clock.ts'
import { useDatabase } from './database.ts'

const NOW = new Date('2026-03-02T09:00:00.000Z')

const database = useDatabase('world')

/** A service with one piece of work: it tells of something, once the test lets it. */
async function givenWorld() {
  const { connection } = await database()
  const organizationId = clockOrganizationId(newId('organization'), newId('testClock'))
  const clock = new VirtualClock(NOW)
  const entered = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let isDone = false
  clock.add(async () => {
    if (isDone) return undefined
    isDone = true
    entered.resolve()
    await gate.promise
    const id = newId('privacyRequest')
    const event = newEvent(privacyRequested, {
      ...{ subject: id, sequence: 1, time: NOW },
      origin: { organizationId, actor: 'system', requestId: newId('request') },
      data: { id, kind: 'erasure', subject: { organization: true } },
    })
    await inTransaction(connection, (session) => appendToOutbox(outboxModel(connection), [event], session))
    return undefined
  })
  const foundation = { connection, shutdown: new AsyncDisposableStack() } as Foundation
  const events = new CarriedEvents(createLogger('test', 'silent'))
  const world = new World(organizationId, { foundation, clock, events })
  const time = NOW.toISOString()
  const ask = (after: string | null) =>
    world.work({
      ...{ organization_id: organizationId, after, from: time, until: time },
      ...{ segments: [], taken: [], is_only_taken: false },
    })
  return { ask, entered: entered.promise, letGo: gate.resolve }
}

test('given work that goes on when its answer is no longer awaited, when it is asked for again, then that is told which it has done', async () => {
  const { ask, entered, letGo } = await givenWorld()
  const lost = ask('')
  await entered
  const again = ask('')
  letGo()
  await lost
  expect((await again).outbox).toHaveLength(1)
})
