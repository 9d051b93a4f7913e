import type { CloudEvent } from '@usher/contracts'
import type { IdempotencyRecord } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-record.ts'
import type { Writes } from './commit.ts'
import type { Change, QueueState } from './queue-state.ts'

/** Guests by id, as they are at this point of the batch. */
export type GuestLookup = (id: string) => GuestRecord | undefined

/**
 * Decisions taken one upon the other in memory, to be committed together. Each sees what those before it
 * did; the database sees one transaction.
 */
export class Batch {
  readonly #bases: ReadonlyMap<string, QueueState>
  readonly #states = new Map<string, QueueState>()
  readonly #guests: Map<string, GuestRecord>
  /** Guests as they were read. */
  readonly #stored: ReadonlyMap<string, GuestRecord>
  readonly #changed = new Set<string>()
  readonly #events: CloudEvent[] = []
  readonly #answers = new Map<string, IdempotencyRecord>()

  constructor(bases: ReadonlyMap<string, QueueState>, guests: ReadonlyMap<string, GuestRecord>) {
    this.#bases = bases
    this.#guests = new Map(guests)
    this.#stored = guests
  }

  guest: GuestLookup = (id) => this.#guests.get(id)

  /** The queue as the decisions so far leave it, at the version that this batch will commit. */
  state(queueId: string): QueueState | undefined {
    const state = this.#states.get(queueId)
    if (state) return state
    const base = this.#bases.get(queueId)
    return base && { ...base, queue: { ...base.queue, line_version: base.queue.line_version + 1 } }
  }

  /** Takes a decision into the batch. */
  apply(before: QueueState, change: Change): void {
    const { state, guest, events } = change
    if (events.length === 0 && state.queue === before.queue && state.line === before.line) return
    const { queue, line, pace } = state
    const pace_version = pace === before.pace ? queue.pace_version : queue.line_version
    this.#states.set(queue._id, { line, pace, queue: { ...queue, pace_version, waiting_count: line.size } })
    if (guest) {
      this.#guests.set(guest._id, { ...guest, line_version: queue.line_version })
      this.#changed.add(guest._id)
    }
    this.#events.push(...events)
  }

  /** Keeps the answer to a request under its idempotency key. */
  remember(answer: IdempotencyRecord): void {
    this.#answers.set(answer._id, answer)
  }

  remembers(key: string): boolean {
    return this.#answers.has(key)
  }

  /** The states after the batch. */
  states(): Iterable<QueueState> {
    return this.#states.values()
  }

  writes(): Writes {
    const changed = [...this.#changed].flatMap((id) => this.#guests.get(id) ?? [])
    return {
      queues: [...this.#states.values()].map(({ queue }) => ({
        queue,
        base: this.#bases.get(queue._id)?.queue.line_version ?? 0,
      })),
      paces: [...this.#states.values()]
        .filter(({ queue }) => queue.pace_version === queue.line_version)
        .map(({ queue, pace }) => ({ _id: queue._id, organization_id: queue.organization_id, pace })),
      added: changed.filter(({ _id }) => !this.#stored.has(_id)),
      updated: changed.flatMap((guest) => {
        const base = this.#stored.get(guest._id)
        return base ? [{ guest, base }] : []
      }),
      events: this.#events,
      idempotency: [...this.#answers.values()],
    }
  }
}
