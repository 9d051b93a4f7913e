import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Publisher } from '../broker/publisher.ts'
import { systemClock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'
import { createShares, type Share, type Shares } from '../store/shares.ts'
import { type Job, startDueJob } from '../work/job.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'
import { listenToOutbox, OUTBOX_PARTS, outboxOf, watchOutbox } from './outbox-store.ts'

/** Time until another replica takes over the partitions of one that died, in ms. */
const LEFT_OUT_AFTER_MS = 5_000
const SWEEP_MS = 1_000

/** A replica that is alone rests after this time without an event, in ms. */
const REST_AFTER_MS = 3_000
/** Longest time between two sweeps at rest, and how long a resting replica holds its parts, in ms. */
const REST_SWEEP_MS = 30_000
const REST_MS = 2 * REST_SWEEP_MS
/**
 * How long after checking a replica may trust that its parts are its own, in ms: less than what another leaves it at
 * rest.
 */
const SURE_MS = 2_000

interface RelayOptions {
  readonly connection: Connection
  readonly publisher: Publisher
  /** Name of this process, unique among its replicas. */
  readonly owner: string
  readonly log: Logger
}

/**
 * Publishes the outbox to the broker at least once, in the order of commits per organisation.
 *
 * Replicas share the parts of the outbox. Each reads its parts when something was committed: a replica with all parts
 * knows that from its own transactions, others from a change stream, which adds a cost to every write of any service.
 * A sweep finds the rest: what was left by a killed process, refused by a broker that was down, written by an
 * operator's command, or by a replica before its parts were shared.
 *
 * The sweep runs every second. A replica that is alone and has had no event for a while rests: it sweeps rarely, and
 * checks that its parts are still its own before it publishes the next event.
 */
export const startRelay = (options: RelayOptions): AsyncDisposable => new Relay(options)

class Relay {
  readonly #connection: Connection
  readonly #shares: Shares
  readonly #forward: Forwarder
  readonly #job: Job
  readonly #own: Disposable
  #parts: readonly number[] = []
  #stream: AsyncDisposable | undefined
  /** By the monotonic clock. */
  #lookedAt = Number.NEGATIVE_INFINITY
  #heardAt = performance.now()
  #isResting = false

  constructor({ connection, publisher, owner, log }: RelayOptions) {
    this.#connection = connection
    const outbox = outboxOf(connection)
    const terms = { parts: OUTBOX_PARTS, ttlMs: LEFT_OUT_AFTER_MS, restMs: REST_MS }
    this.#shares = createShares(connection, 'outbox-relay', owner, terms)
    this.#forward = createForwarder(outbox, publisher, log)
    const polling = { clock: systemClock, log, sweepMs: REST_SWEEP_MS }
    this.#job = startDueJob('outbox-relay', polling, () => this.#look())
    this.#own = listenToOutbox(outbox, () => {
      if (!this.#stream) this.#wake()
    })
  }

  #wake = (): void => {
    this.#heardAt = performance.now()
    if (!this.#isResting && this.#heardAt - this.#lookedAt < SURE_MS) this.#forward.wake()
    else void this.#job.run()
  }

  #hasNothingToDo(): boolean {
    return performance.now() - this.#heardAt > REST_AFTER_MS && !this.#forward.isBehind()
  }

  /** Takes or renews its parts and relays them; returns when to look again. */
  async #look(): Promise<Date | undefined> {
    const startedAt = performance.now()
    const share = await this.#shares.look(this.#hasNothingToDo())
    this.#lookedAt = startedAt
    await this.#take(share)
    const published = this.#forward.begin(this.#parts)
    // Learn whether all is published, but wait no longer than a sweep: the parts may be due to another by then.
    if (share.isAtRest) await Promise.race([published, delay(SWEEP_MS, undefined, { ref: false })])
    this.#isResting = share.isAtRest && this.#hasNothingToDo()
    return this.#isResting ? undefined : new Date(Date.now() + SWEEP_MS)
  }

  async #take({ own, surplus }: Share): Promise<void> {
    if (surplus.length > 0 || String(own) !== String(this.#parts)) {
      await this.#rest()
      await this.#shares.giveBack(surplus)
      this.#parts = own
    }
    const isShared = own.length > 0 && own.length < OUTBOX_PARTS
    if (isShared) this.#stream ??= await this.#open()
  }

  async #open(): Promise<AsyncDisposable> {
    const end = () => {
      if (this.#stream === opened) this.#stream = undefined
    }
    const opened = await watchOutbox(this.#connection, this.#parts, { commit: this.#wake, end })
    return opened
  }

  /** Resolves once in-flight events are published. */
  async #rest(): Promise<void> {
    const closing = this.#stream
    this.#stream = undefined
    await closing?.[Symbol.asyncDispose]()
    await this.#forward.rest()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#job[Symbol.asyncDispose]()
    await this.#rest()
    this.#own[Symbol.dispose]()
    await this.#shares.giveBack(this.#parts)
    await this.#shares.leave()
  }
}
