import type { CloudEvent } from '@usher/contracts'
import type { IdempotencyRecord } from '@usher/service-kit'
import type { Place } from '../line/entry.ts'
import type { Line } from '../line/line.ts'
import { firstByTurn } from '../queue-state/line-order.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import type { Arrival } from '../records/expected-store.ts'
import { entryOf } from '../records/guest-entry.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { type LedgerRecord, ledgerKey } from '../records/ledger-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Writes } from './commit.ts'
import { type GuestInQueue, type LedgerEntry, ledgerEntries } from './ledger-entry.ts'

/** Guests by id, as they are at this point of the batch. */
export type GuestLookup = (id: string) => GuestRecord | undefined

/** Queues by id, as they are at this point of the batch. */
export type QueueLookup = (id: string) => QueueState | undefined

/**
 * Decisions made one after the other in memory and committed in one transaction. Each sees the changes of those
 * before it.
 */
export class Batch {
  readonly #bases: ReadonlyMap<string, QueueState>
  readonly #states = new Map<string, QueueState>()
  readonly #guests: Map<string, GuestRecord>
  /** Guests as they were read. */
  readonly #stored: Map<string, GuestRecord>
  readonly #changedQueues = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #events: CloudEvent[] = []
  readonly #ledger: LedgerEntry[] = []
  readonly #arrivals: Arrival[] = []
  readonly #answers = new Map<string, IdempotencyRecord>()
  readonly #close = new Map<string, CloudEvent>()

  constructor(bases: ReadonlyMap<string, QueueState>, guests: ReadonlyMap<string, GuestRecord>) {
    this.#bases = bases
    this.#guests = new Map(guests)
    this.#stored = new Map(guests)
  }

  guest: GuestLookup = (id) => this.#guests.get(id)

  /** The queue as the decisions so far leave it, at the version that this batch will commit. */
  state: QueueLookup = (queueId) => {
    const known = this.#states.get(queueId)
    const base = this.#bases.get(queueId)
    if (known || !base) return known
    const state = { ...base, queue: { ...base.queue, line_version: base.queue.line_version + 1 } }
    this.#states.set(queueId, state)
    return state
  }

  /**
   * Adds a decision to the batch.
   *
   * @param cause the event that guests who become almost ready are told because of
   */
  apply(change: Change, cause = change.events[0]): void {
    const { state, guest, events } = change
    const before = guest && this.#guestInQueue(guest._id)
    for (const step of change.steps ?? []) this.apply(step, step.events[0] ?? cause)
    const { queue, line, pace, expected } = state
    if (change.arrival) this.#arrivals.push(change.arrival)
    const known = this.state(queue._id)
    if (events.length === 0 && queue === known?.queue && line === known.line) return
    const pace_version = pace === known?.pace ? queue.pace_version : queue.line_version
    const stamped = guest && { ...guest, line_version: queue.line_version }
    const placed = stamped ? withVersion(line, stamped) : line
    const after = {
      line: placed,
      pace,
      expected,
      queue: { ...queue, pace_version, waiting_count: placed.size },
    }
    this.#states.set(queue._id, after)
    this.#changedQueues.add(queue._id)
    if (cause && known) {
      const close = cameClose(known, after, before?.guest, new Date(cause.time))
      for (const id of close) this.#close.set(id, cause)
    }
    if (stamped) this.#change(before, { guest: stamped, state: after }, change)
    this.#events.push(...events)
  }

  #change(
    before: GuestInQueue | undefined,
    after: GuestInQueue,
    { events, reason, isUnlisted }: Change,
  ): void {
    const { guest } = after
    this.#guests.set(guest._id, guest)
    this.#changed.add(guest._id)
    if (isUnlisted) return
    for (const event of events) {
      this.#ledger.push(...ledgerEntries(before, after, { event, reason }))
    }
  }

  #guestInQueue(id: string): GuestInQueue | undefined {
    const guest = this.guest(id)
    const state = guest && this.state(guest.queue_id)
    return state && { guest, state }
  }

  /** Guests who came close to the head, each with the event of the decision that brought them there. */
  get close(): ReadonlyMap<string, CloudEvent> {
    return this.#close
  }

  /** Adds guests read from the database meanwhile. */
  read(guests: ReadonlyMap<string, GuestRecord>): void {
    for (const [id, guest] of guests) {
      this.#stored.set(id, guest)
      this.#guests.set(id, guest)
    }
  }

  /** Adds an event about a guest that changes nothing clients can see. */
  addEvent(guest: GuestRecord, event: CloudEvent): void {
    const state = this.state(guest.queue_id)
    const stamped = { ...guest, line_version: state?.queue.line_version ?? guest.line_version }
    if (state) this.#states.set(guest.queue_id, { ...state, line: withVersion(state.line, stamped) })
    this.#guests.set(guest._id, stamped)
    this.#changed.add(guest._id)
    this.#events.push(event)
  }

  /** Keeps the answer to a request under its idempotency key. */
  remember(answer: IdempotencyRecord): void {
    this.#answers.set(answer._id, answer)
  }

  remembers(key: string): boolean {
    return this.#answers.has(key)
  }

  /** The states after the batch of the queues that it changes. */
  states(): QueueState[] {
    return [...this.#changedQueues].flatMap((id) => this.#states.get(id) ?? [])
  }

  /** The guests whom the batch changes, as it leaves them. */
  changedGuests(): GuestRecord[] {
    return [...this.#changed].flatMap((id) => this.#guests.get(id) ?? [])
  }

  /** @throws Error rather than leave a change out */
  #baseOf({ _id }: QueueRecord): QueueRecord {
    const base = this.#bases.get(_id)?.queue
    if (!base) throw new Error(`the queue ${_id} was changed and never read`)
    return base
  }

  writes(): Writes {
    const changed = this.changedGuests()
    return {
      queues: this.states().map(({ queue }) => ({ base: this.#baseOf(queue), changed: queue })),
      paces: this.states()
        .filter(({ queue }) => queue.pace_version === queue.line_version)
        .map(({ queue, pace }) => ({ _id: queue._id, organization_id: queue.organization_id, pace })),
      added: changed.filter(({ _id }) => !this.#stored.has(_id)),
      updated: changed.flatMap((guest) => {
        const base = this.#stored.get(guest._id)
        return base ? [{ base, changed: guest }] : []
      }),
      events: this.#events,
      ledger: ledgerRecords(this.#ledger),
      arrivals: this.#arrivals,
      idempotency: [...this.#answers.values()],
    }
  }
}

/** The line with the present version of a guest, if the guest is in it. */
const withVersion = (line: Line, guest: GuestRecord): Line =>
  line.find({ id: guest._id, rank: guest.rank }) ? line.insert(entryOf(guest)) : line

/** One record for each queue: its version is the same for all changes of a batch. */
const ledgerRecords = (entries: readonly LedgerEntry[]): LedgerRecord[] =>
  [...Map.groupBy(entries, ({ queue }) => queue._id)].flatMap(([queue_id, ofOne]) => {
    const [first] = ofOne
    if (!first) return []
    const { organization_id, line_version } = first.queue
    const changes = ofOne.map(({ change }) => change)
    return [
      { _id: ledgerKey(queue_id, line_version), organization_id, queue_id, at: first.change.at, changes },
    ]
  })

/**
 * Guests whom one decision brought within the `almost_ready_position` of their queue, by moving the line up or by
 * raising that position. Newcomers do not count.
 *
 * @param mover the guest the decision was about, as before it
 */
function cameClose(
  before: QueueState,
  after: QueueState,
  mover: GuestRecord | undefined,
  now: Date,
): string[] {
  const [formerly, places] = [closePlacesOf(before), closePlacesOf(after)]
  if (places === 0 || after.queue.deleted_at) return []
  if (before.line === after.line && before.expected === after.expected && formerly >= places) return []
  const wereClose = new Set(firstByTurn(before, formerly, now).map(({ id }) => id))
  const isNew = ({ id, rank }: Place) =>
    before.line.find(id === mover?._id ? { id, rank: mover.rank } : { id, rank }) === undefined
  return firstByTurn(after, places, now).flatMap((entry) =>
    wereClose.has(entry.id) || isNew(entry) ? [] : entry.id,
  )
}

/** Number of places that are close; 0 if the queue does not tell guests that they are almost ready. */
const closePlacesOf = ({ queue }: QueueState): number => queue.almost_ready_position ?? 0
