import { setTimeout as delay } from 'node:timers/promises'
import {
  type ClockService,
  type ClockTask,
  clockClaim,
  type ServiceName,
  testOrganizationId,
} from '@usher/contracts'
import { type Logger, newId, startPoller } from '@usher/service-kit'
import { createInnerClient, type InnerClient } from './inner-client.ts'
import { Journey } from './journey.ts'

/** How often to look for clocks that nobody drives, in ms: after a gateway died, or lost one. */
const SWEEP_MS = 5_000

/** Longest time that one step may take in a service, in ms: it may wait for receivers of webhooks. */
const STEP_MS = 120_000

/** Clocks driven at a time: here, and of one organisation. */
const AT_ONCE = 16
const OF_ONE_AT_ONCE = 4

/** How long work that a request has left waits for more, in ms: clients of a test send one request after another. */
const GATHER_MS = 20

/** Pauses between looks for a clock that is about to have work, in ms. */
const FIRST_LOOK_MS = 5
const LAST_LOOK_MS = 200

interface Options {
  readonly accounts: InnerClient
  readonly serviceUrls: Readonly<Record<ServiceName, string>>
  readonly gatewayToken: () => string
  readonly log: Logger
}

/** Work that a request may have left. */
interface LeftWork {
  /** The organisation of the clock. */
  readonly organizationId: string
  readonly service: ClockService
}

export interface ClockDriver extends AsyncDisposable {
  /** Has the work done soon that a request has left. */
  touched(organizationId: string, left: LeftWork): void
  /** Drives the clocks of a test organisation that have something to do. */
  poke(organizationId: string): Promise<void>
  /** Likewise, for as long as a request is under way that gives them something to do. */
  follow(organizationId: string, isOver: () => boolean): Promise<void>
}

/** Drives test clocks: one gateway at a time each, by a lease at accounts. */
export function startClockDriver({ accounts, serviceUrls, gatewayToken, log }: Options): ClockDriver {
  const stack = new AsyncDisposableStack()
  const stopping = new AbortController()
  const client = (service: ServiceName) =>
    stack.use(createInnerClient({ service, url: serviceUrls[service], gatewayToken, answerMs: STEP_MS }))
  const services = {
    queue: client('queue'),
    'booking-platform': client('booking-platform'),
    notification: client('notification'),
    'webhook-delivery': client('webhook-delivery'),
  }
  const running = new Map<Promise<void>, string>()
  const runningOf = (organizationId: string) =>
    [...running.values()].filter((one) => one === organizationId).length

  const start = (task: ClockTask, owner: string, organizationId: string) => {
    const journey = new Journey(task, { owner, accounts, services, log, stopping: stopping.signal })
    const run = journey
      .run()
      .catch((err) =>
        log.warn({ err, clock: task.organization_id }, 'a test clock was left to the next sweep'),
      )
      .finally(() => {
        running.delete(run)
        if (!stopping.signal.aborted) void poke(organizationId)
      })
    running.set(run, organizationId)
  }
  const left = new Map<string, Set<ClockService>>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const leave = (world: string, services: readonly ClockService[]) =>
    void left.set(world, new Set([...(left.get(world) ?? []), ...services]))
  const takeLeft = () => {
    const touched = Object.fromEntries([...left].map(([world, services]) => [world, [...services]]))
    left.clear()
    return touched
  }
  const putBack = (touched: Record<string, ClockService[]>) => {
    for (const [world, services] of Object.entries(touched)) leave(world, services)
  }
  const claim = async (organizationId: string | null) => {
    const hasRoom =
      running.size < AT_ONCE && (organizationId === null || runningOf(organizationId) < OF_ONE_AT_ONCE)
    if (!hasRoom) return false
    const touched = takeLeft()
    // Of this journey alone: one that has lost its clock must not be taken for another one here.
    const owner = newId('request')
    try {
      const task = await accounts.ask(clockClaim, { owner, organization_id: organizationId, touched })
      if (task) start(task, owner, testOrganizationId(task.organization_id))
      return task !== undefined
    } catch (error) {
      putBack(touched)
      throw error
    }
  }
  const poke = async (organizationId: string | null) => {
    try {
      while (!stopping.signal.aborted && (await claim(organizationId))) {}
    } catch (err) {
      log.warn({ err }, 'test clocks could not be looked for; the next sweep does it')
    }
  }
  const sweep = startPoller('test-clocks', SWEEP_MS, log, () => poke(null))

  return {
    poke,
    touched(organizationId, { organizationId: world, service }) {
      leave(world, [service])
      if (waiting.has(organizationId)) return
      const pokeNow = () => {
        waiting.delete(organizationId)
        void poke(organizationId)
      }
      waiting.set(organizationId, setTimeout(pokeNow, GATHER_MS))
    },
    async follow(organizationId, isOver) {
      for (let pauseMs = FIRST_LOOK_MS; !isOver(); pauseMs = Math.min(2 * pauseMs, LAST_LOOK_MS)) {
        if (runningOf(organizationId) === 0) await poke(organizationId)
        await delay(pauseMs)
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      for (const timer of waiting.values()) clearTimeout(timer)
      await sweep[Symbol.asyncDispose]()
      await Promise.all(running.keys())
      await stack.disposeAsync()
    },
  }
}
