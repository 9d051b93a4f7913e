export interface MixedRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Load for some time: this many requests at a time (closed loop), or this many per second at fixed times (open loop).
 */
export type Phase = { readonly seconds: number } & (
  | { readonly connections: number }
  | { readonly perSecond: number }
)

/** The load generator's input, as JSON. */
export interface PhasePlan {
  readonly origin: string
  /** Sent in turn. */
  readonly requests: readonly MixedRequest[]
  /** Run back to back. */
  readonly phases: readonly Phase[]
}

/** What happened to requests. */
export interface Answered {
  readonly accepted: number
  /** Of these, with 201. */
  readonly created: number
  /** Other responses, by status and code. */
  readonly refused: Readonly<Record<string, number>>
  /** Of these, without Retry-After. */
  readonly withoutRetryAfter: number
  /** Requests that got no response. */
  readonly failed: number
  /** Of accepted requests. */
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface PhaseResult {
  /** From the first request to the last response. */
  readonly seconds: number
  readonly all: Answered
  /** By the time at which requests were due, in parts of {@link SLICE_MS}. */
  readonly slices: readonly Answered[]
}

export const SLICE_MS = 500

/** Sends phases one after another; returns their results. */
export type Load = (...phases: Phase[]) => Promise<PhaseResult[]>
