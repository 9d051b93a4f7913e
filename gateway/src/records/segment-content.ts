import {
  type CloudEvent,
  operations,
  type RequestCount,
  type RequestRecord,
  requestsRecorded,
} from '@usher/contracts'
import { bucketOf, derivedId, newEvent } from '@usher/service-kit'

const MINUTE_MS = 60_000

/** As many records, and as many counts, as one event may hold. */
const MOST_IN_EVENT = 1_000

/** As many of the counted requests of one organisation as are told of singly, of those that went well and of those that failed. */
const MOST_SAMPLES = 100

/** The same of all organisations, as each costs the broker and its consumers. */
const MOST_SAMPLES_IN_ALL = 1_000

/** What is told of one organisation. */
interface Share {
  /** For the audit trail, in the order in which they ended. */
  readonly records: RequestRecord[]
  /** The others, counted: they are most, and only their numbers are wanted. */
  readonly counts: Map<string, MutableCount>
  /** Of the counted ones those that are told of singly. */
  readonly samples: { readonly good: RequestRecord[]; readonly failed: RequestRecord[] }
  lastAt: string
}

type MutableCount = { -readonly [Field in keyof RequestCount]: RequestCount[Field] }

/** What the requests of one segment come to. */
export class SegmentContent {
  readonly #shares = new Map<string, Share>()
  #isFull = false
  readonly #sampled = { good: 0, failed: 0 }

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
    else {
      count(share.counts, record)
      this.#sample(share, record)
    }
    if (share.records.length >= MOST_IN_EVENT || share.counts.size >= MOST_IN_EVENT) this.#isFull = true
  }

  /** Tells of it singly where there is room. Reading the log is not in it: a page that shows it live would fill it. */
  #sample({ samples }: Share, record: RequestRecord): void {
    if (record.operation === operations.listRequests.id) return
    const kind = record.status < 400 ? 'good' : 'failed'
    if (samples[kind].length >= MOST_SAMPLES || this.#sampled[kind] >= MOST_SAMPLES_IN_ALL) return
    samples[kind].push(record)
    this.#sampled[kind] += 1
  }

  #shareOf({ organization_id, at }: RequestRecord): Share {
    const known = this.#shares.get(organization_id)
    if (known) return known
    const samples = { good: [], failed: [] }
    const share = { records: [], counts: new Map(), samples, lastAt: at }
    this.#shares.set(organization_id, share)
    return share
  }

  /**
   * The events that tell of it, one for each organisation. Their identifiers come from the name of the
   * segment, so that one published twice is recognised.
   */
  events(name: string): CloudEvent[] {
    return [...this.#shares].map(([organizationId, { records, counts, samples, lastAt }]) => ({
      ...newEvent(requestsRecorded, {
        subject: name,
        // A segment is told of once.
        sequence: 1,
        time: new Date(lastAt),
        origin: { organizationId, actor: 'gateway', requestId: '' },
        data: { records, counts: [...counts.values()], samples: [...samples.good, ...samples.failed] },
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
