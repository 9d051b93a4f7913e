/** Events kept by one process, for clients that come back: about 10 MB. */
const MOST_EVENTS = 10_000

/** An event of a queue or of a guest in it, ready to be sent. */
export interface QueueEvent {
  readonly id: string
  readonly queueId: string
  readonly type: string
  readonly text: string
}

/**
 * The last events of all queues in the order in which the broker delivered them, which is the same for every
 * replica: what one has sent, another can go on from.
 */
export class History {
  readonly #most: number
  readonly #events = new Map<string, QueueEvent>()
  readonly #last = new Map<string, string>()

  constructor(most = MOST_EVENTS) {
    this.#most = most
  }

  /** Keeps an event, in place of the oldest where there are too many; false for one that came before. */
  add(event: QueueEvent): boolean {
    if (this.#events.has(event.id)) return false
    this.#events.set(event.id, event)
    this.#last.set(event.queueId, event.id)
    const [oldest] = this.#events.values()
    if (oldest && this.#events.size > this.#most) this.#forget(oldest)
    return true
  }

  /** Id of a queue's last event that is kept. */
  last(queueId: string): string | undefined {
    return this.#last.get(queueId)
  }

  /** The events of a queue after one of its own; undefined where that is not kept. */
  after(queueId: string, id: string): QueueEvent[] | undefined {
    if (this.#events.get(id)?.queueId !== queueId) return undefined
    const ofQueue = [...this.#events.values()].filter((event) => event.queueId === queueId)
    return ofQueue.slice(ofQueue.findIndex((event) => event.id === id) + 1)
  }

  clear(): void {
    this.#events.clear()
    this.#last.clear()
  }

  #forget({ id, queueId }: QueueEvent): void {
    this.#events.delete(id)
    if (this.#last.get(queueId) === id) this.#last.delete(queueId)
  }
}
