import { type CloudEvent, type RequestCount, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { bucketOf, derivedId, newEvent } from '@usher/service-kit'

const MINUTE_MS = 60_000

/** As many records, and as many counts, as one event may hold. */
const MOST_IN_EVENT = 1_000

/** What is told of one organisation. */
interface Share {
  /** For the audit trail, in the order in which they ended. */
  readonly records: RequestRecord[]
  /** The others, counted: they are most, and only their numbers are wanted. */
  readonly counts: Map<string, MutableCount>
  lastAt: string
}

type MutableCount = { -readonly [Field in keyof RequestCount]: RequestCount[Field] }

/** What the requests of one segment come to. */
export class SegmentContent {
  readonly #shares = new Map<string, Share>()
  #isFull = false

  /** Whether an event of it can hold no more. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Takes records until it is full; gives the number of those it took. */
  addUntilFull(records: readonly RequestRecord[]): number {
    let taken = 0
    for (const record of records) {
      if (this.#isFull) break
      this.add(record)
      taken += 1
    }
    return taken
  }

  add(record: RequestRecord): void {
    const share = this.#shareOf(record)
    share.lastAt = record.at
    if (record.audit) share.records.push(record)
    else count(share.counts, record)
    if (share.records.length >= MOST_IN_EVENT || share.counts.size >= MOST_IN_EVENT) this.#isFull = true
  }

  #shareOf({ organization_id, at }: RequestRecord): Share {
    const known = this.#shares.get(organization_id)
    if (known) return known
    const share = { records: [], counts: new Map(), lastAt: at }
    this.#shares.set(organization_id, share)
    return share
  }

  /**
   * The events that tell of it, one for each organisation. Their identifiers come from the name of the
   * segment, so that one published twice is recognised.
   */
  events(name: string): CloudEvent[] {
    return [...this.#shares].map(([organizationId, { records, counts, lastAt }]) => ({
      ...newEvent(requestsRecorded, {
        subject: name,
        // A segment is told of once.
        sequence: 1,
        time: new Date(lastAt),
        origin: { organizationId, actor: 'gateway', requestId: '' },
        data: { records, counts: [...counts.values()] },
      }),
      id: derivedId('event', `${name} ${organizationId}`),
    }))
  }
}

function count(counts: Map<string, MutableCount>, record: RequestRecord): void {
  const { at, actor, operation, status, duration_ms, bytes_in, bytes_out } = record
  // Up to the minute the text of a time is that of all times in it.
  const key = `${at.slice(0, 16)} ${actor} ${operation} ${status}`
  const bucket = bucketOf(duration_ms)
  const known = counts.get(key)
  if (known) {
    known.requests += 1
    known.bytes_in += bytes_in
    known.bytes_out += bytes_out
    known.latency[bucket] = (known.latency[bucket] ?? 0) + 1
    return
  }
  const minute = new Date(Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS).toISOString()
  const latency = { [bucket]: 1 }
  counts.set(key, { minute, actor, operation, status, requests: 1, bytes_in, bytes_out, latency })
}

/** The content of a segment's file: a JSON document a line; what is none (a torn last line) is skipped. */
export function contentOf(text: string): SegmentContent {
  const content = new SegmentContent()
  for (const line of text.split('\n')) {
    const record = readLine(line)
    if (record) content.add(record)
  }
  return content
}

function readLine(line: string): RequestRecord | undefined {
  try {
    return line === '' ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}
