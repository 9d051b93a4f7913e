import { randomUUID } from 'node:crypto'
import {
  type CloudEvent,
  type LostRequests,
  operations,
  type RequestCount,
  type RequestRecord,
  requestsRecorded,
} from '@usher/contracts'
import { bucketOf, derivedId, newEvent } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'

/** Most records in one event: with long notes 800 kB, of which accounts takes several at a time. */
const MAX_RECORDS = 200

/** Most counts in one event. */
const MAX_COUNTS = 1_000

/** Most counted requests per organisation that are also listed singly, of the successful and of the failed. */
const MAX_SAMPLES = 100

/** The same for all organisations together, as each costs the broker and its consumers. */
const MAX_SAMPLES_IN_ALL = 1_000

type Writable<T> = { -readonly [Field in keyof T]: T[Field] }

/** One organisation's part of a batch. */
interface Share {
  /** For the audit trail, in the order they ended. */
  readonly records: RequestRecord[]
  /** The rest, counted: they are the majority, and only their numbers matter. */
  readonly counts: Map<string, Writable<RequestCount>>
  /** Counted requests that are also listed singly. */
  readonly samples: { readonly good: RequestRecord[]; readonly failed: RequestRecord[] }
  /** Requests that could not be kept. */
  lost?: Writable<LostRequests>
  lastAt: string
}

/** Requests that are published together: what they add up to, by organisation. */
export class RecordBatch {
  readonly #name = randomUUID()
  readonly #shares = new Map<string, Share>()
  readonly #sampled = { good: 0, failed: 0 }
  /** Requests that it records. */
  requests = 0
  /** Records, samples and counts in memory. */
  entries = 0
  /** Whether one of its events is full. */
  isFull = false

  get isEmpty(): boolean {
    return this.#shares.size === 0
  }

  add(record: RequestRecord): void {
    const share = this.#shareOf(record)
    this.requests += 1
    if (record.audit) {
      share.records.push(record)
      this.entries += 1
    } else {
      if (count(share.counts, record)) this.entries += 1
      this.#sample(share, record)
    }
    if (share.records.length >= MAX_RECORDS || share.counts.size >= MAX_COUNTS) this.isFull = true
  }

  /** How many of the entries are an organisation's. */
  entriesOf(organizationId: string): number {
    const share = this.#shares.get(organizationId)
    if (!share) return 0
    const { records, counts, samples } = share
    return records.length + counts.size + samples.good.length + samples.failed.length
  }

  /** Counts a request for which there is no room. */
  lose(record: RequestRecord): void {
    const share = this.#shareOf(record)
    const { at, audit } = record
    share.lost ??= { requests: 0, audited: 0, from: at, until: at }
    share.lost.requests += 1
    if (audit) share.lost.audited += 1
    // The clock may have been set back.
    if (at < share.lost.from) share.lost.from = at
    if (at > share.lost.until) share.lost.until = at
  }

  /**
   * Its events, one per organisation, with the same ids at each call, so that consumers recognise one published
   * twice.
   */
  events(): CloudEvent[] {
    return [...this.#shares].map(([organizationId, { records, counts, samples, lost, lastAt }]) => ({
      ...newEvent(requestsRecorded, {
        subject: this.#name,
        // A batch is published once.
        sequence: 1,
        time: new Date(lastAt),
        origin: { organizationId, actor: 'gateway', requestId: '' },
        data: {
          records,
          counts: [...counts.values()],
          samples: [...samples.good, ...samples.failed],
          ...(lost && { lost }),
        },
      }),
      id: derivedId('event', `${this.#name} ${organizationId}`),
    }))
  }

  /** Lists it singly if there is room. Not for reads of the log: a page that shows it live would fill it. */
  #sample({ samples }: Share, record: RequestRecord): void {
    if (record.operation === operations.listRequests.id) return
    const kind = record.status < 400 ? 'good' : 'failed'
    if (samples[kind].length >= MAX_SAMPLES || this.#sampled[kind] >= MAX_SAMPLES_IN_ALL) return
    samples[kind].push(record)
    this.#sampled[kind] += 1
    this.entries += 1
  }

  #shareOf({ organization_id, at }: RequestRecord): Share {
    let share = this.#shares.get(organization_id)
    if (!share) {
      share = { records: [], counts: new Map(), samples: { good: [], failed: [] }, lastAt: at }
      this.#shares.set(organization_id, share)
    }
    share.lastAt = at
    return share
  }
}

/** Returns whether it is the first of its kind. */
function count(counts: Share['counts'], record: RequestRecord): boolean {
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
    return false
  }
  const minute = new Date(Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS).toISOString()
  const latency = { [bucket]: 1 }
  const served = { minute, actor, operation, status, ...(version && { version }) }
  counts.set(key, { ...served, requests: 1, bytes_in, bytes_out, latency })
  return true
}
