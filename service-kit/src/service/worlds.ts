import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { Registry } from 'prom-client'
import { SECOND_MS } from '../durations.ts'
import { prepareCollections } from '../store/connection.ts'
import { QUICK_WRITES, setWorld } from '../store/world-scope.ts'
import { CarriedEvents } from '../worlds/carried-events.ts'
import { VirtualClock } from '../worlds/virtual-clock.ts'
import type { Foundation } from './foundation-type.ts'
import { World } from './world.ts'

/** Builds a service on a foundation, and opens it. */
export type ComposeService = (foundation: Foundation) => Promise<unknown>

/** Maximum worlds cached per process; others are composed again on demand. */
const MAX_WORLDS = 50

/** Time that an evicted world has to finish requests in flight before it is closed, in ms. */
const CLOSE_AFTER_MS = 60 * SECOND_MS

export interface Worlds extends AsyncDisposable {
  /** @param now time of the clock, unless a later one is known */
  of(organizationId: string, now: Date): Promise<World>
  /** Evicts the world of a clock whose data is deleted. */
  forget(organizationId: string): void
}

/**
 * Runs a service for each test clock: composed like the service itself, but over a database for the data of test clocks,
 * by a clock that is moved from outside, and with events that are carried instead of published. So nothing of a test
 * clock can reach live data, and live data pays nothing for test clocks.
 */
export function createWorlds(live: Foundation, compose: ComposeService): Worlds {
  const stopping = new AbortController()
  const worlds = new LRUCache<string, Promise<World>>({
    max: MAX_WORLDS,
    dispose: (world) => {
      void delay(CLOSE_AFTER_MS, undefined, { signal: stopping.signal, ref: false })
        .catch(() => {})
        .then(async () => await (await world)[Symbol.asyncDispose]())
        .catch((err) => live.log.warn({ err }, 'the world of a test clock could not be closed'))
    },
  })
  const open = (organizationId: string, now: Date): Promise<World> => {
    const opened = openWorld(live, compose, { organizationId, now })
    opened.catch(() => worlds.delete(organizationId))
    worlds.set(organizationId, opened)
    return opened
  }
  return {
    of: (organizationId, now) => worlds.get(organizationId) ?? open(organizationId, now),
    forget: (organizationId) => void worlds.delete(organizationId),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const opened = await Promise.allSettled([...worlds.values()])
      for (const one of opened) if (one.status === 'fulfilled') await one.value[Symbol.asyncDispose]()
    },
  }
}

async function openWorld(
  live: Foundation,
  compose: ComposeService,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
): Promise<World> {
  const shutdown = new AsyncDisposableStack()
  const clock = new VirtualClock(now)
  const connection = connectToClocks(live.connection, clock, shutdown)
  setWorld(connection, organizationId)
  const events = new CarriedEvents(live.log)
  const foundation: Foundation = {
    ...live,
    ...{ connection, clock, shutdown, broker: events.broker },
    // The metrics of the service are about what it does in real time.
    metrics: { ...live.metrics, registry: new Registry() },
    world: {
      organizationId,
      realClock: live.clock,
      async open(routers) {
        await prepareCollections(connection)
        world.router.use(...routers)
      },
    },
  }
  const world = new World(organizationId, { foundation, clock, events })
  await compose(foundation)
  return world
}

/** A connection to the database with the data of all test clocks of a service, over the pool of the service. */
function connectToClocks(
  live: Connection,
  { use }: VirtualClock,
  shutdown: AsyncDisposableStack,
): Connection {
  const name = `${live.name}_clocks`
  const connection = live.useDb(name)
  // Mongoose has no option for this.
  Object.assign(connection, { db: use.watch(live.getClient().db(name, { writeConcern: QUICK_WRITES })) })
  shutdown.defer(() => {
    // Mongoose would keep it for as long as the service lives.
    const { otherDbs } = live as Connection & { readonly otherDbs: Connection[] }
    otherDbs.splice(otherDbs.indexOf(connection), 1)
  })
  return connection
}
