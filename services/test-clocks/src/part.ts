import type { ClockService, CloudEvent } from '@usher/contracts'
import {
  type Broker,
  type ConsumerOptions,
  type Foundation,
  isUnavailable,
  type Logger,
  PermanentError,
  prepareByHand,
  Registry,
  scopeToTestClock,
} from '@usher/service-kit'
import { Router } from 'express'
import type { Connection } from 'mongoose'
import type { Stage, Work } from './stage.ts'

/** Attempts at an event that fails, before it is skipped. */
const MAX_ATTEMPTS = 3

const BATCH_FACTS = { repeated: new Set<string>(), lost: new AbortController().signal }

/** A service as it runs for test clocks: its features over the data of all of them. */
export interface Part {
  readonly name: ClockService
  readonly router: Router
  readonly connection: Connection
  readonly works: readonly Work[]
  /** Types of the events that it consumes. */
  readonly types: ReadonlySet<string>
  /**
   * Has each consumer handle its events, in order. Safe to repeat.
   *
   * @throws an error that `isUnavailable` recognises: try again
   */
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
  const connection = client.useDb(`${live.connection.name}_${name.replaceAll('-', '_')}`)
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
    verifyCaller: (token) => ({ ...live.verifyCaller(token), organization_id: stage.organizationId }),
    testClocks: { realClock: live.clock, open: (routers) => void router.use(...routers) },
  })
  const types = new Set(consumers.flatMap(({ events }) => events.map(({ type }) => type)))
  return {
    name,
    router,
    connection,
    types,
    works: stage.takeWorks(),
    async handle(events) {
      for (const consumer of consumers) {
        const own = new Set(consumer.events.map(({ type }) => type))
        const consumed = events.filter(({ type }) => own.has(type))
        if (consumed.length > 0) await handleBy(consumer, consumed, live.log)
      }
    },
  }
}

async function handleBy(
  consumer: ConsumerOptions,
  events: readonly CloudEvent[],
  log: Logger,
): Promise<void> {
  try {
    await consumer.handle(events, BATCH_FACTS)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // One event is at fault: apply each alone, so that the others get through.
    for (const event of events) await handleAlone(consumer, event, log)
  }
}

async function handleAlone(
  { queue, handle }: ConsumerOptions,
  event: CloudEvent,
  log: Logger,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await handle([event], BATCH_FACTS)
    } catch (err) {
      if (isUnavailable(err)) throw err
      if (!(err instanceof PermanentError) && attempt < MAX_ATTEMPTS) continue
      log.error({ err, queue, id: event.id }, 'an event of a test clock could not be handled')
      return
    }
  }
}
