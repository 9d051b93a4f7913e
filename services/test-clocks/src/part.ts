import { type ClockService, type CloudEvent, clockDatabase } from '@usher/contracts'
import {
  type Broker,
  type ConsumerOptions,
  type Foundation,
  type Logger,
  type Outbox,
  outboxOf,
  PermanentError,
  prepareByHand,
  Registry,
  scopeToTestClock,
} from '@usher/service-kit'
import { Router } from 'express'
import type { Connection } from 'mongoose'
import type { Stage, Work } from './stage.ts'
import { Traffic } from './traffic.ts'

const BATCH_FACTS = { repeated: new Set<string>() }

/** A service as it runs for test clocks: its features over the data of all of them. */
export interface Part {
  readonly name: ClockService
  readonly router: Router
  readonly connection: Connection
  readonly outbox: Outbox
  readonly works: readonly Work[]
  readonly traffic: Traffic
  /** Has each consumer handle its events, in order. Safe to repeat. */
  handle(events: readonly CloudEvent[]): Promise<void>
}

interface Options {
  readonly name: ClockService
  readonly live: Foundation
  /** To the database with the data of test clocks. */
  readonly client: Connection
  readonly stage: Stage
}

/** Composes a service for test clocks: its data in a database of its own, its time and organisation from the stage. */
export async function composePart(
  { name, live, client, stage }: Options,
  compose: (foundation: Foundation) => Promise<unknown>,
): Promise<Part> {
  const connection = client.useDb(clockDatabase(live.connection.name, name))
  prepareByHand(connection)
  scopeToTestClock(connection, () => stage.organizationId)
  const router = Router()
  const consumers: ConsumerOptions[] = []
  const broker: Broker = {
    isConnected: () => false,
    onConnect: async () => {},
    watch: () => {},
    metrics: undefined,
    take: (options) => void consumers.push(options),
    [Symbol.asyncDispose]: async () => {},
  }
  await compose({
    ...live,
    connection,
    broker,
    clock: stage,
    // The metrics of a service are about what it does in real time.
    metrics: { ...live.metrics, registry: new Registry() },
    verifyCaller: (token) => {
      const caller = live.verifyCaller(token)
      return caller && { ...caller, organization_id: stage.organizationId }
    },
    testClocks: { realClock: live.clock, open: (routes) => void router.use(routes) },
  })
  return {
    name,
    router,
    connection,
    outbox: outboxOf(connection),
    works: stage.takeWorks(),
    traffic: new Traffic(client.getClient(), connection.name),
    async handle(events) {
      for (const consumer of consumers) {
        const own = new Set(consumer.events.map(({ type }) => type))
        const consumed = events.filter(({ type }) => own.has(type))
        if (consumed.length > 0) await handleBy(consumer, consumed, live.log)
      }
    },
  }
}

/** Skips events that fail permanently. Retries a failed batch one by one, so that the other events get through. */
async function handleBy(
  consumer: ConsumerOptions,
  events: readonly CloudEvent[],
  log: Logger,
): Promise<void> {
  try {
    await consumer.handle(events, BATCH_FACTS)
  } catch (err) {
    if (!(err instanceof PermanentError)) throw err
    if (events.length > 1) for (const event of events) await handleBy(consumer, [event], log)
    else
      log.error(
        { err, queue: consumer.queue, id: events[0]?.id },
        'an event of a test clock could not be handled',
      )
  }
}
