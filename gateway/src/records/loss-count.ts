import { type CloudEvent, type LostRequests, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { derivedId, newEvent } from '@usher/service-kit'

type Count = { -readonly [Field in keyof Omit<LostRequests, 'exact'>]: LostRequests[Field] }

/** Requests of one organisation that could not be recorded. */
export type Loss = Readonly<Count> & { readonly organization_id: string }

/** Counts requests that could not be recorded, with one small entry per organisation. */
export class LossCount {
  readonly #counts = new Map<string, Count>()
  #requests = 0

  /** Returns whether it is the first of its organisation. */
  add({ organization_id, at, audit }: RequestRecord): boolean {
    const audited = audit ? 1 : 0
    this.#requests += 1
    const count = this.#counts.get(organization_id)
    if (!count) {
      this.#counts.set(organization_id, { requests: 1, audited, from: at, until: at })
      return true
    }
    count.requests += 1
    count.audited += audited
    // The clock may have been set back.
    if (at < count.from) count.from = at
    if (at > count.until) count.until = at
    return false
  }

  /** Requests of all organisations together. */
  get requests(): number {
    return this.#requests
  }

  get losses(): Loss[] {
    return [...this.#counts].map(([organization_id, count]) => ({ organization_id, ...count }))
  }
}

/** Losses of a period that are reported together. */
export interface LossBatch {
  /** Unique among the batches of all gateways; does not depend on the folder. */
  readonly name: string
  /** Whether the count is complete: not if the gateway was killed meanwhile. */
  readonly exact: boolean
  readonly losses: readonly Loss[]
}

/**
 * The events that report a batch, one per organisation. Their ids derive from its name, so that consumers recognise
 * one published twice.
 */
export const lossEvents = ({ name, exact, losses }: LossBatch): CloudEvent[] =>
  losses.map(({ organization_id: organizationId, ...count }) => ({
    ...newEvent(requestsRecorded, {
      subject: name,
      sequence: 1,
      time: new Date(count.until),
      origin: { organizationId, actor: 'gateway', requestId: '' },
      data: { records: [], counts: [], samples: [], lost: { ...count, exact } },
    }),
    id: derivedId('event', `${name} ${organizationId}`),
  }))
