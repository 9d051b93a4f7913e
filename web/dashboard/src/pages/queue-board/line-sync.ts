import type { QueryClient } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import type { LiveEvent } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { type GuestEvent, patched, type Seen } from './line-events.ts'
import { oneLineQuery } from './one-line.ts'
import { lineQuery, lineVersionKey } from './queries.ts'
import { Throttle } from './throttle.ts'

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
