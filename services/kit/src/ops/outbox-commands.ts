import { z } from 'zod'
import { createPublisher } from '../broker/publisher.ts'
import { publishOutbox } from '../events/forwarder.ts'
import { countInOutbox, oldestInOutbox, operationTimeOf, outboxModel } from '../events/outbox-store.ts'
import { secondsSince } from '../observability/read-gauge.ts'
import { CommandError, defineCommand } from './command.ts'
import { openBroker } from './open-broker.ts'

const nothing = z.object({})

export const showOutbox = defineCommand({
  usage: '',
  about: 'Shows how many transactions have events that the broker has not confirmed, and since when',
  options: {},
  schema: nothing,
  async run({ definition, connection, result }) {
    const outbox = outboxModel(connection)
    const oldest = await oldestInOutbox(outbox)
    result({
      service: definition.service,
      pending: await countInOutbox(outbox),
      oldest_at: oldest?.at.toISOString() ?? null,
      oldest_seconds: Math.round(secondsSince(oldest?.at ?? null, new Date())),
      oldest_event: oldest?.events[0]?.type ?? null,
    })
  },
})

export const flushOutbox = defineCommand({
  usage: '',
  about:
    'Publishes from here what is in the outbox; what the service publishes too comes twice, which consumers expect',
  options: {},
  schema: nothing,
  async run({ definition, connection, environment, result }) {
    await using broker = await openBroker(environment)
    const publisher = await createPublisher(broker)
    if (!publisher.isReady()) throw new CommandError('The broker cannot be reached.')
    const published = await publishOutbox(outboxModel(connection), publisher, {
      // Leave newer events to the service: on a busy one this would never end.
      before: await operationTimeOf(connection),
    })
    result({ service: definition.service, published })
  },
})
