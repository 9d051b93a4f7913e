import { type Logger, type Poller, startPoller } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import type { ServiceContext } from '../context.ts'

/** Starts deleting test clocks that nobody has used for long; gateways then have their data deleted. */
export const startClockExpiry = (
  { testClocks, clock }: Pick<ServiceContext, 'testClocks' | 'clock'>,
  log: Logger,
): Poller => startPoller('test-clock-expiry', HOUR_MS, log, () => testClocks.deleteExpired(clock.now()))
