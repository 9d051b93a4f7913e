/** Connections that a load generator keeps busy: each sends its next request after its response. */
export const CONNECTIONS = 32

/** Seconds after which a request without a response is given up and counted as failed. */
export const TIMEOUT_SECONDS = 10

interface PlannedRequest {
  readonly path: string
  readonly body?: string
  /** Added to the plan's headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a load generator sends: requests chosen at random, repeatedly. */
export interface LoadPlan {
  /** Address without path, `http://127.0.0.1:8080`. */
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly PlannedRequest[]
  /** File to write the bodies of successful responses to, one per line. */
  readonly answersFile?: string
}

/** What a load generator saw. Requests in flight when the time is up are not counted. */
export interface LoadResult {
  /** Requests answered with 2xx. */
  readonly successes: number
  /** Responses with another status, and requests without one. */
  readonly failures: number
  /** Successes per second. */
  readonly perSecond: number
  /** Latencies of all responses in ms. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Closed-loop load from a separate process. */
export interface LoadGenerator {
  readonly name: string
  run(plan: LoadPlan, seconds: number): Promise<LoadResult>
}
