import type { ClockService } from '@usher/contracts'

interface OutboxRecord {
  readonly from: ClockService
  readonly id: string
}

/** Tracks which records of outboxes were handed on, and which services still have to handle them. */
export class Outboxes {
  readonly #seen = new Set<string>()
  /** Being handled by all services but the listening one. */
  #inFlight: OutboxRecord[] = []
  /** Handled by all services but the listening one. */
  #awaitingListener: OutboxRecord[] = []
  /** Handled by all; their service has yet to delete them. */
  readonly #taken = new Map<ClockService, string[]>()

  /** Adds a record that is handed on; false if it was added before. */
  add(from: ClockService, id: string): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    this.#inFlight.push({ from, id })
    return true
  }

  /** Marks all records in flight as handled by all services but the listening one. */
  handled(): void {
    this.#awaitingListener.push(...this.#inFlight)
    this.#inFlight = []
  }

  /** Records that the listening service has yet to handle. */
  awaitingListener(): readonly OutboxRecord[] {
    return [...this.#awaitingListener]
  }

  /** Marks records as handled by the listening service, too. */
  handledByListener(records: readonly OutboxRecord[]): void {
    const handled = new Set(records.map(({ id }) => id))
    this.#awaitingListener = this.#awaitingListener.filter(({ id }) => !handled.has(id))
    for (const { from, id } of records) this.#taken.set(from, [...(this.#taken.get(from) ?? []), id])
  }

  /** Records that all services have handled, by the service that has to delete them. */
  taken(): ReadonlyMap<ClockService, string[]> {
    return new Map([...this.#taken].filter(([, ids]) => ids.length > 0))
  }

  /** Forgets records that their service has deleted. */
  forget(service: ClockService, ids: readonly string[]): void {
    const gone = new Set(ids)
    for (const id of ids) this.#seen.delete(id)
    this.#taken.set(
      service,
      (this.#taken.get(service) ?? []).filter((id) => !gone.has(id)),
    )
  }
}
