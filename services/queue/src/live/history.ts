/** Events kept per process for returning clients: about 20 MB. */
const MAX_EVENTS = 10_000

/** An event of a queue, or of a guest in it or transferred out of it, ready to send. */
export interface QueueEvent {
  readonly id: string
  readonly queueIds: readonly string[]
  readonly type: string
  readonly text: string
}

/**
 * The latest events of all queues in the order the broker delivered them, which is the same on every replica: a
 * client can resume on any of them.
 */
export class History {
  readonly #max: number
  readonly #events = new Map<string, QueueEvent>()
  readonly #last = new Map<string, string>()

  constructor(max = MAX_EVENTS) {
    this.#max = max
  }

  /** Adds an event, dropping the oldest if full; false if it was already there. */
  add(event: QueueEvent): boolean {
    if (this.#events.has(event.id)) return false
    this.#events.set(event.id, event)
    for (const queueId of event.queueIds) this.#last.set(queueId, event.id)
    const [oldest] = this.#events.values()
    if (oldest && this.#events.size > this.#max) this.#forget(oldest)
    return true
  }

  /** Id of the queue's last event kept. */
  last(queueId: string): string | undefined {
    return this.#last.get(queueId)
  }

  /** A queue's events after one of its own; undefined if that one is no longer kept. */
  after(queueId: string, id: string): QueueEvent[] | undefined {
    if (!this.#events.get(id)?.queueIds.includes(queueId)) return undefined
    const ofQueue = [...this.#events.values()].filter(({ queueIds }) => queueIds.includes(queueId))
    return ofQueue.slice(ofQueue.findIndex((event) => event.id === id) + 1)
  }

  clear(): void {
    this.#events.clear()
    this.#last.clear()
  }

  #forget({ id, queueIds }: QueueEvent): void {
    this.#events.delete(id)
    for (const queueId of queueIds) {
      if (this.#last.get(queueId) === id) this.#last.delete(queueId)
    }
  }
}
