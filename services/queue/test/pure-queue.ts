import type { GuestCreate, QueueCreate } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { addGuest } from '../src/guests/add-guest.ts'
import { presentGuest } from '../src/guests/guest-view.ts'
import type { Act } from '../src/queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../src/queue-state/queue-state.ts'
import { createQueue } from '../src/queues/queue-decisions.ts'
import type { GuestRecord } from '../src/records/guest-record.ts'
import type { Pace } from '../src/waits/pace.ts'

const START = Date.parse('2026-06-01T12:00:00Z')
const statusUrl = () => 'http://usher.test/w/x'

/** A queue in memory, on which decisions are made one after the other. */
export class PureQueue {
  readonly #guests = new Map<string, GuestRecord>()
  readonly #organizationId = newId('organization')
  #now = START
  state: QueueState

  constructor(settings: Partial<QueueCreate> = {}) {
    const given = { name: 'Main', ...settings }
    this.state = createQueue(given, { timezone: 'UTC', country: 'US' }, this.act).state
  }

  get act(): Act {
    const origin = { organizationId: this.#organizationId, actor: 'test', requestId: 'test' }
    return { now: new Date(this.#now), statusUrl, origin }
  }

  advance(minutes: number): void {
    this.#now += minutes * MINUTE_MS
  }

  add(given: Partial<GuestCreate> = {}): string {
    return this.#keep(addGuest(this.state, { name: 'Ada', ...given }, this.act, null))
  }

  decide(id: string, decision: (state: QueueState, guest: GuestRecord, act: Act) => GuestChange): void {
    this.#keep(decision(this.state, this.record(id), this.act))
  }

  /** Changes the pace, as if it had been stored so. */
  withPace(change: (pace: Pace) => Pace): void {
    this.state = { ...this.state, pace: change(this.state.pace) }
  }

  withServers(servers: number): void {
    this.state = { ...this.state, queue: { ...this.state.queue, servers } }
  }

  record(id: string): GuestRecord {
    return this.#guests.get(id) as GuestRecord
  }

  /** Replaces a guest, as if it had been stored so. */
  store(guest: GuestRecord): void {
    this.#guests.set(guest._id, guest)
  }

  view(id: string) {
    return presentGuest(this.record(id), this.state, { now: this.act.now, statusUrl })
  }

  #keep({ state, guest }: GuestChange): string {
    this.state = state
    this.#guests.set(guest._id, guest)
    return guest._id
  }
}
