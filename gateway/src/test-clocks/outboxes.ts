import type { ClockService } from '@usher/contracts'

interface Handed {
  readonly from: ClockService
  readonly id: string
}

/** Which records of outboxes were handed on, and who still has to handle them. */
export class Outboxes {
  readonly #seen = new Set<string>()
  /** Being handled by all but the service that only listens. */
  #handed: Handed[] = []
  /** Handled by all but that one. */
  #unheard: Handed[] = []
  /** Handled by all, and their service does not know it yet. */
  readonly #taken = new Map<ClockService, string[]>()

  /** Notes a record that is handed on; false if it was before. */
  add(from: ClockService, id: string): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    this.#handed.push({ from, id })
    return true
  }

  /** All but the service that only listens have handled what was handed on so far. */
  handled(): void {
    this.#unheard.push(...this.#handed)
    this.#handed = []
  }

  /** Records that the service that only listens has yet to handle. */
  unheard(): readonly Handed[] {
    return [...this.#unheard]
  }

  /** The service that only listens has handled these, too. */
  heard(records: readonly Handed[]): void {
    const heard = new Set(records.map(({ id }) => id))
    this.#unheard = this.#unheard.filter(({ id }) => !heard.has(id))
    for (const { from, id } of records) this.#taken.set(from, [...(this.#taken.get(from) ?? []), id])
  }

  /** Records that all have handled, by service. */
  taken(): ReadonlyMap<ClockService, string[]> {
    return new Map([...this.#taken].filter(([, ids]) => ids.length > 0))
  }

  /** A service has deleted records. */
  forget(service: ClockService, ids: readonly string[]): void {
    const gone = new Set(ids)
    for (const id of ids) this.#seen.delete(id)
    this.#taken.set(
      service,
      (this.#taken.get(service) ?? []).filter((id) => !gone.has(id)),
    )
  }
}
