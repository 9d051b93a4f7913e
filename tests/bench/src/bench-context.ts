import type { LoadGenerator } from './load/load.ts'
import type { Log, Servers } from './local.ts'

/** Everything a benchmark needs. */
export interface Bench {
  readonly servers: Servers
  /** Folder for everything the run writes; removed afterwards. */
  readonly home: string
  readonly generator: LoadGenerator
  /** Length of each measurement in seconds. */
  readonly seconds: number
  readonly rounds: number
  /** Shows progress. */
  readonly log: Log
  readonly signal: AbortSignal
}
