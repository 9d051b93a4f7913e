/** A request waiting for a place. */
export interface Waiting {
  /** Its organisation, or its address without a credential. */
  readonly holder: string
  readonly sinceMs: number
}

/**
 * Waiting requests, in one line per holder: first come, first served within a line, and lines take turns, so that one
 * holder's many requests do not delay another's single one.
 */
export class WaitingRoom<Item extends Waiting> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(item: Item): void {
    const line = this.#lines.get(item.holder)
    if (line) line.push(item)
    else this.#lines.set(item.holder, [item])
    this.#size += 1
  }

  /** Takes the first or last request of the line whose turn it is; the line goes to the end of the rotation. */
  takeNext(which: 'first' | 'last'): Item | undefined {
    const [turn] = this.#lines
    if (!turn) return undefined
    const [holder, line] = turn
    const item = this.#take(holder, line, which)
    if (this.#lines.delete(holder)) this.#lines.set(holder, line)
    return item
  }

  /** Whether a holder's line would still be shorter than the longest with one more in it. */
  staysShorterThanLongest(holder: string): boolean {
    return (this.#lines.get(holder)?.length ?? 0) + 1 < this.#longest()[1].length
  }

  /** Takes the oldest request of the longest line. */
  takeFromLongest(): Item | undefined {
    const [holder, line] = this.#longest()
    return this.#take(holder, line, 'first')
  }

  /** Takes all that have been waiting since then or longer. */
  takeOlderThan(sinceMs: number): Item[] {
    const old: Item[] = []
    for (const [holder, line] of this.#lines) {
      while (line[0] && line[0].sinceMs <= sinceMs) {
        const item = this.#take(holder, line, 'first')
        if (item) old.push(item)
      }
    }
    return old
  }

  /** Removes a request out of turn; returns whether it was still waiting. */
  remove(item: Item): boolean {
    const line = this.#lines.get(item.holder)
    const index = line?.indexOf(item) ?? -1
    if (!line || index < 0) return false
    line.splice(index, 1)
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(item.holder)
    return true
  }

  #longest(): [holder: string, line: Item[]] {
    let longest: [string, Item[]] = ['', []]
    for (const entry of this.#lines) if (entry[1].length > longest[1].length) longest = entry
    return longest
  }

  #take(holder: string, line: Item[], which: 'first' | 'last'): Item | undefined {
    const item = which === 'first' ? line.shift() : line.pop()
    if (item) this.#size -= 1
    if (line.length === 0) this.#lines.delete(holder)
    return item
  }
}
