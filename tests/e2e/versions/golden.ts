import { readFile, writeFile } from 'node:fs/promises'

const IDS = /\b([a-z]{1,3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g
const TIMES = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const URLS = /https?:\/\/[^"\s]+/g
const REQUEST_IDS = /"request_id":"[^"]*"/g

/** A text without what differs between runs: ids, times, addresses. */
export function createNormalizer(): (text: string) => string {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (id: string, prefix: string): string => {
    const number = (counts.get(prefix) ?? 0) + (known.has(id) ? 0 : 1)
    counts.set(prefix, number)
    const name = known.get(id) ?? `<${prefix} ${number}>`
    known.set(id, name)
    return name
  }
  return (text) =>
    text
      .replace(URLS, '<url>')
      .replace(REQUEST_IDS, '"request_id":"<request>"')
      .replace(TIMES, '<time>')
      .replace(IDS, nameOf)
}

/** What was answered or delivered, in order, as a file: one line for each. */
export class Transcript {
  readonly #lines: string[] = []
  readonly #normalize = createNormalizer()

  /** @param text the exact text of a body */
  add(title: string, text: string): void {
    this.#lines.push(this.#normalize(`${title} ${text}`))
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

/** A golden file. It is written only if `WRITE_GOLDEN` says so: for a version that is not released yet. */
export async function goldenFile(url: URL, found: string): Promise<string> {
  if (process.env.WRITE_GOLDEN) await writeFile(url, found)
  return await readFile(url, 'utf8')
}
