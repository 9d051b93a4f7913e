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
  /** Set where the service is run for test clocks. */
  readonly testClocks?: TestClocksFoundation
}

/** What a service has in addition when it is run for test clocks, which are served one at a time. */
interface TestClocksFoundation {
  /** The clock of the process, for what others check against theirs. */
  readonly realClock: Clock
  /** Serves requests about the data of test clocks. */
  open(routers: readonly Router[]): void
}
