import type { Router } from 'express'
import type { Connection } from 'mongoose'
import type { Broker } from '../broker/broker.ts'
import type { Clock } from '../clock.ts'
import type { VerifyCaller } from '../http/caller-token.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { WorkFailures } from '../observability/work-failures.ts'

/** What every service with a database is built on. */
export interface Foundation {
  readonly log: Logger
  readonly metrics: Metrics
  readonly failures: WorkFailures
  readonly connection: Connection
  readonly clock: Clock
  readonly broker: Broker
  readonly verifyCaller: VerifyCaller
  /** Everything started; stopped in reverse order. */
  readonly shutdown: AsyncDisposableStack
  /** Set if the service runs for test clocks. */
  readonly testClocks?: TestClocksFoundation
}

/** Additions for a service that runs for test clocks, which are served one at a time. */
interface TestClocksFoundation {
  /** The real time, for values that others compare with their own clock. */
  readonly realClock: Clock
  /** Serves requests about the data of test clocks. */
  open(routers: readonly Router[]): void
}
