import type { RequestFilter, SenderKind, StatusFilter } from '@usher/contracts'
import { collectionOf, isDuplicateKey, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { LoggedRequest } from './logged-request.ts'

const KEPT_SECONDS = 7 * 24 * 60 * 60

/** Maximum entries per organisation, so that no filter scans more than these. */
const MAX_KEPT = 50_000

/** Excess entries tolerated before the oldest are removed: that needs a scan. */
const SLACK = 5_000

const READ_MS = 10_000

const schema = organizationSchema<LoggedRequest>('request_log')
  .index({ organization_id: 1, _id: -1 })
  .index({ organization_id: 1, request_id: 1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** Stores the request log: the newest requests of each organisation, for some days. */
export class RequestLogStore {
  readonly #log: mongo.Collection<LoggedRequest>
  readonly #maxKept: number
  readonly #slack: number
  /** Entries that this process added per organisation since it last removed old ones. */
  readonly #added = new Map<string, number>()

  constructor(connection: Connection, { maxKept = MAX_KEPT, slack = SLACK } = {}) {
    this.#log = collectionOf(connection, schema)
    this.#maxKept = maxKept
    this.#slack = slack
  }

  /** Adds entries; existing ones are unchanged. */
  async add(entries: readonly LoggedRequest[]): Promise<void> {
    if (entries.length === 0) return
    await this.#log.insertMany([...entries], { ordered: false }).catch((error) => {
      if (!isDuplicateKey(error)) throw error
    })
    for (const [organizationId, own] of Map.groupBy(entries, (one) => one.organization_id)) {
      const count = (this.#added.get(organizationId) ?? 0) + own.length
      this.#added.set(organizationId, count <= this.#slack ? count : 0)
      if (count > this.#slack) await this.#removeOldest(organizationId)
    }
  }

  /** Newest first. @param page `belowId`: the last entry of the previous page */
  async page(
    organizationId: string,
    filter: RequestFilter,
    page: { belowId: string | undefined; limit: number },
  ): Promise<LoggedRequest[]> {
    return await this.#log
      .find(
        {
          ...conditionsOf(filter),
          organization_id: organizationId,
          ...(page.belowId !== undefined && { _id: { $lt: page.belowId } }),
        },
        { maxTimeMS: READ_MS },
      )
      .sort({ _id: -1 })
      .limit(page.limit)
      .toArray()
  }

  async #removeOldest(organizationId: string): Promise<void> {
    const [first] = await this.#log
      .find({ organization_id: organizationId }, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(this.#maxKept)
      .limit(1)
      .toArray()
    if (first) await this.#log.deleteMany({ organization_id: organizationId, _id: { $lte: first._id } })
  }
}

const STATUS_RANGES: Readonly<Record<StatusFilter, mongo.Condition<number>>> = {
  '2xx': { $gte: 200, $lt: 300 },
  '3xx': { $gte: 300, $lt: 400 },
  '4xx': { $gte: 400, $lt: 500 },
  '5xx': { $gte: 500 },
  failed: { $gte: 400 },
}

const SENDERS: Readonly<Record<SenderKind, RegExp>> = {
  api_key: /^key_/,
  application: /^oac_/,
  member: /^mem_/,
  other: /^(?!key_|oac_|mem_)/,
}

function conditionsOf({ status, sender, ...equal }: RequestFilter): mongo.Filter<LoggedRequest> {
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(status && { status: STATUS_RANGES[status] }),
    ...(sender && { $or: sender.map((kind) => ({ actor: SENDERS[kind] })) }),
  }
}
