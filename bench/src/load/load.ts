/** Connections that a load generator keeps busy: each sends its next request when it has its answer. */
export const CONNECTIONS = 32

/** Seconds after which a request without an answer is given up and counted as failed. */
export const TIMEOUT_SECONDS = 10

interface PlannedRequest {
  readonly path: string
  readonly body?: string
  /** Added to the plan's headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a load generator sends: requests chosen at random, again and again. */
export interface LoadPlan {
  /** Address without path, `http://127.0.0.1:8080`. */
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly PlannedRequest[]
  /** File that the bodies of successful answers are written to, one a line. */
  readonly answersFile?: string
}

/** What a load generator saw. Requests under way when the time is up are not counted. */
export interface LoadResult {
  /** Requests that were answered with 2xx. */
  readonly successes: number
  /** Answers with another status, and requests that got none. */
  readonly failures: number
  /** Successes per second. */
  readonly perSecond: number
  /** Latencies of all answers in ms. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Closed-loop load from a process of its own. */
export interface LoadGenerator {
  readonly name: string
  run(plan: LoadPlan, seconds: number): Promise<LoadResult>
}
