import type { Answer } from './send.ts'

/** How many requests were sent and answered, by organisation, credential, operation and status. */
export class Tally {
  readonly #counts = new Map<string, number>()

  count(
    sender: { readonly organization: string; readonly actor: string },
    operation: string,
    { status }: Answer,
  ) {
    const key = [sender.organization, sender.actor, operation, status].join(' ')
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  statuses(): Set<number> {
    return new Set([...this.#counts.keys()].map((key) => Number(key.split(' ').at(-1))))
  }

  /** What the usage of an organisation must be. */
  of(organization: string): Record<string, number> {
    const own = [...this.#counts].filter(([key]) => key.startsWith(`${organization} `))
    return Object.fromEntries(own.sort())
  }
}
