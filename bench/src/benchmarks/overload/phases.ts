export interface MixedRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Load for some time: so many requests at a time (closed loop), or so many a second at fixed times (open loop). */
export type Phase = { readonly seconds: number } & (
  | { readonly connections: number }
  | { readonly perSecond: number }
)

/** What the load generator is given, as JSON. */
export interface PhasePlan {
  readonly origin: string
  /** Address to send from; the machine's usual one, unless given. */
  readonly localAddress?: string
  /** Sent in turn. */
  readonly requests: readonly MixedRequest[]
  /** One straight after the other. */
  readonly phases: readonly Phase[]
}

/** What became of requests. */
export interface Answered {
  readonly accepted: number
  /** Of those, with 201. */
  readonly created: number
  /** Other answers, by status and code. */
  readonly refused: Readonly<Record<string, number>>
  /** Of those, without Retry-After. */
  readonly withoutRetryAfter: number
  /** Requests that got no answer. */
  readonly failed: number
  /** Of what was accepted. */
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface PhaseResult {
  /** From the first request until the last answer. */
  readonly seconds: number
  readonly all: Answered
  /** By the time at which requests were due, in parts of {@link SLICE_MS}. */
  readonly slices: readonly Answered[]
}

export const SLICE_MS = 500
