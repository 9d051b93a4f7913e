import { setTimeout as delay } from 'node:timers/promises'
import {
  type ClockService,
  type ClockTask,
  clockClaim,
  type ServiceName,
  testOrganizationId,
} from '@usher/contracts'
import { type Logger, newId, startPoller } from '@usher/service-kit'
import { ClockRun } from './clock-run.ts'
import { createInnerClient, type InnerClient } from './inner-client.ts'

/** How often to look for clocks that no gateway drives, in ms: after one died, or lost its lease. As long as that. */
const SWEEP_MS = 15_000

/** Timeout of one step in a service, in ms: it may wait for receivers of webhooks. */
const STEP_MS = 120_000

/** Clocks driven at a time by this gateway: in all, and of one organisation. */
const MAX_RUNNING = 16
const MAX_RUNNING_OF_ONE = 4

/** Delay before work left by a request is done, in ms, to gather that of the next ones: tests send many. */
const GATHER_MS = 20

/** Pauses between polls for a clock that is about to have work, in ms. */
const FIRST_POLL_MS = 5
const MAX_POLL_MS = 200

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
  /** Schedules the work that a request has left. */
  schedule(organizationId: string, left: LeftWork): void
  /** Drives the clocks of a test organisation that have work. */
  poke(organizationId: string): Promise<void>
  /** Polls for work of a test organisation until the request that creates it is over. */
  pokeUntil(organizationId: string, isOver: () => boolean): Promise<void>
}

/** Drives test clocks. A lease at accounts keeps each clock to one gateway at a time. */
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
    const clockRun = new ClockRun(task, { owner, accounts, services, log, stopping: stopping.signal })
    const run = clockRun
      .run()
      .catch((err) =>
        log.warn({ err, clock: task.organization_id }, 'a test clock stopped; the next sweep takes it up'),
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
      running.size < MAX_RUNNING &&
      (organizationId === null || runningOf(organizationId) < MAX_RUNNING_OF_ONE)
    if (!hasRoom) return false
    const touched = takeLeft()
    // Of this run alone: one that has lost its lease must not be taken for another one here.
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
      log.warn({ err }, 'test clocks with work could not be claimed; the next sweep tries again')
    }
  }
  const sweep = startPoller('test-clocks', SWEEP_MS, log, () => poke(null))

  return {
    poke,
    schedule(organizationId, { organizationId: world, service }) {
      leave(world, [service])
      if (waiting.has(organizationId)) return
      const pokeNow = () => {
        waiting.delete(organizationId)
        void poke(organizationId)
      }
      waiting.set(organizationId, setTimeout(pokeNow, GATHER_MS))
    },
    async pokeUntil(organizationId, isOver) {
      for (let pauseMs = FIRST_POLL_MS; !isOver(); pauseMs = Math.min(2 * pauseMs, MAX_POLL_MS)) {
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
