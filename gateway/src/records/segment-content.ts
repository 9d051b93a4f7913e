import {
  type CloudEvent,
  operations,
  type RequestCount,
  type RequestRecord,
  requestsRecorded,
} from '@usher/contracts'
import { bucketOf, derivedId, newEvent } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'

/** Most records, and most counts, in one event. */
const MAX_PER_EVENT = 1_000

/** Most counted requests per organisation that are also listed singly, of the successful and of the failed. */
const MAX_SAMPLES = 100

/** The same for all organisations together, as each costs the broker and its consumers. */
const MAX_SAMPLES_IN_ALL = 1_000

/** One organisation's part of a segment. */
interface Share {
  /** For the audit trail, in the order they ended. */
  readonly records: RequestRecord[]
  /** The rest, counted: they are the majority, and only their numbers matter. */
  readonly counts: Map<string, MutableCount>
  /** Counted requests that are also listed singly. */
  readonly samples: { readonly good: RequestRecord[]; readonly failed: RequestRecord[] }
  lastAt: string
}

type MutableCount = { -readonly [Field in keyof RequestCount]: RequestCount[Field] }

/** What the requests of a segment add up to. */
export class SegmentContent {
  readonly #shares = new Map<string, Share>()
  #isFull = false
  readonly #sampled = { good: 0, failed: 0 }

  /** Whether one of its events is full. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds records until it is full; returns how many it took. */
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
    if (share.records.length >= MAX_PER_EVENT || share.counts.size >= MAX_PER_EVENT) this.#isFull = true
  }

  /** Lists it singly if there is room. Not for reads of the log: a page that shows it live would fill it. */
  #sample({ samples }: Share, record: RequestRecord): void {
    if (record.operation === operations.listRequests.id) return
    const kind = record.status < 400 ? 'good' : 'failed'
    if (samples[kind].length >= MAX_SAMPLES || this.#sampled[kind] >= MAX_SAMPLES_IN_ALL) return
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
   * The events of a segment, one per organisation. Their ids derive from its name, so that consumers recognise one
   * published twice.
   */
  events(name: string): CloudEvent[] {
    return [...this.#shares].map(([organizationId, { records, counts, samples, lastAt }]) => ({
      ...newEvent(requestsRecorded, {
        subject: name,
        // A segment is published once.
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
  const { at, actor, operation, status, version, duration_ms, bytes_in, bytes_out } = record
  // Group by minute: the first 16 characters of a time.
  const key = `${at.slice(0, 16)} ${actor} ${operation} ${status} ${version}`
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
  const served = { minute, actor, operation, status, ...(version && { version }) }
  counts.set(key, { ...served, requests: 1, bytes_in, bytes_out, latency })
}

/** The content of a segment's file, one JSON document per line; an invalid line (a torn last one) is skipped. */
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
