import type { QueryClient } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import type { LiveEvent } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { type Guest, type Line, withGuest, without } from './line.ts'
import { oneLineQuery } from './one-line.ts'
import { lineQuery, lineVersionKey } from './queries.ts'

interface Pace {
  /** From asking to running. */
  readonly firstMs: number
  /** From one run to the next, at least. */
  readonly everyMs: number
}

/** Runs something soon after it is asked for, however often that is. */
class Throttle {
  readonly #run: () => void
  readonly #pace: Pace
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(run: () => void, pace: Pace) {
    this.#run = run
    this.#pace = pace
  }

  ask(): void {
    const { firstMs, everyMs } = this.#pace
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#lastAt = Date.now()
        this.#run()
      },
      Math.max(firstMs, this.#lastAt + everyMs - Date.now()),
    )
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** Changes that come together are shown together. */
const TOGETHER_MS = 120

/** The queue is read at most this often: its events do not tell how many places are free. */
const QUEUE_EVERY_MS = 5_000

/** The one line with bookings is read at most this often. */
const ONE_LINE_EVERY_MS = 1_000

/** After a change the line is read at most this often: one guest's change changes the waits of others. */
const LINE_EVERY_MS = 15_000

interface Snapshot {
  readonly queue: Schemas['Queue'] | null
  readonly line_version?: number
}

/** Keeps the cached line of a queue as the API has it, by the events of the queue's stream. */
export class LineSync {
  readonly #client: QueryClient
  readonly #id: string
  readonly #seen: Seen = new Map()
  #events: GuestEvent[] = []
  readonly #patches = new Throttle(() => this.#patch(), { firstMs: TOGETHER_MS, everyMs: 0 })
  readonly #queue: Throttle
  readonly #waits: Throttle
  readonly #oneLine: Throttle

  constructor(client: QueryClient, id: string) {
    this.#client = client
    this.#id = id
    this.#queue = new Throttle(() => void client.invalidateQueries(queueQuery(id)), {
      firstMs: TOGETHER_MS,
      everyMs: QUEUE_EVERY_MS,
    })
    this.#oneLine = new Throttle(() => void client.invalidateQueries(oneLineQuery(id)), {
      firstMs: TOGETHER_MS,
      everyMs: ONE_LINE_EVERY_MS,
    })
    this.#waits = new Throttle(() => this.#rereadIfVisible(), {
      firstMs: LINE_EVERY_MS,
      everyMs: LINE_EVERY_MS,
    })
  }

  hear({ type, data }: LiveEvent): void {
    if (type === 'snapshot') {
      void this.#startOver(data as Snapshot)
      return
    }
    this.#queue.ask()
    this.#oneLine.ask()
    if (!type.startsWith('guest.')) return
    this.#events.push(data as GuestEvent)
    this.#patches.ask()
  }

  end(): void {
    for (const throttle of [this.#patches, this.#queue, this.#waits, this.#oneLine]) throttle.end()
  }

  /** Reads the line again unless it was read after what happened before the stream began. */
  async #startOver({ queue, line_version }: Snapshot): Promise<void> {
    this.#seen.clear()
    this.#events = []
    if (queue) this.#client.setQueryData(queueQuery(this.#id).queryKey, queue)
    // What is being read now is waited for; a failure shows on the board.
    await this.#client.fetchQuery({ ...lineQuery(this.#id), staleTime: 'static' }).catch(() => {})
    const known = this.#client.getQueryData<number>(lineVersionKey(this.#id))
    if (known === undefined || line_version === undefined || known < line_version) this.#reread()
  }

  #patch(): void {
    const { queryKey } = lineQuery(this.#id)
    // An action shows its effect before the API has it, and a list may be older than an event.
    const isBusy =
      this.#client.isMutating({ mutationKey: ['line', this.#id] }) + this.#client.isFetching({ queryKey }) > 0
    if (isBusy) {
      this.#patches.ask()
      return
    }
    const line = this.#client.getQueryData(queryKey)
    if (!line || this.#events.length === 0) return
    const after = patched(line, this.#id, this.#events.splice(0), this.#seen)
    this.#client.setQueryData(queryKey, after.line)
    if (after.isIncomplete) this.#reread()
    else this.#waits.ask()
  }

  #reread(): void {
    void this.#client.invalidateQueries(lineQuery(this.#id))
  }

  /** A hidden page is read again when it is looked at. */
  #rereadIfVisible(): void {
    if (document.visibilityState === 'visible') this.#reread()
  }
}

/** An event about a guest in the stream of a queue. */
export interface GuestEvent {
  readonly sequence: number
  readonly data: { readonly id: string; readonly queue_id: string }
  /** Absent from replicas of the version before, and where a guest goes to another queue. */
  readonly guest?: Guest
}

/** The number of the last event applied, by guest. */
type Seen = Map<string, number>

interface Patched {
  readonly line: Line
  /** Whether the line may lack something that only the API knows. */
  readonly isIncomplete: boolean
}

/** A line after events, of which some may be missing, late or repeated. Marks them as seen. */
export function patched(line: Line, queueId: string, events: readonly GuestEvent[], seen: Seen): Patched {
  let current = line
  let isIncomplete = false
  for (const { sequence, data, guest } of events) {
    const last = seen.get(data.id)
    if (last !== undefined && sequence <= last) continue
    seen.set(data.id, sequence)
    if (last !== undefined && sequence > last + 1) isIncomplete = true
    // The answer to an action can be newer than an event that was on its way.
    if (guest && isOutdated(guest, current)) continue
    if (guest) current = withGuest(current, queueId, guest)
    else if (data.queue_id === queueId) isIncomplete = true
    else current = without(current, data.id)
  }
  return { line: current, isIncomplete }
}

const isOutdated = ({ id, updated_at }: Guest, line: Line): boolean => {
  const known = line.find((one) => one.id === id)
  return known !== undefined && updated_at < known.updated_at
}
