import type { IncomingHttpHeaders } from 'node:http'
import {
  CLOCK_SERVICES,
  isByMode,
  isLive,
  type Operation,
  type ServiceName,
  TEST_CLOCK_HEADER,
} from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { KnownCaller } from '../credentials/known-caller.ts'
import { isStream, type Served } from '../routes/route-table.ts'

/** The service of a request: that of its operation, or that of test clocks if it names one. */
export const servedBy = (operation: Served, headers: IncomingHttpHeaders): ServiceName =>
  namesTestClock(operation, headers) ? 'test-clocks' : operation.service

/** Whether a request works with the data of a test clock. Services without such data ignore the header. */
const namesTestClock = (operation: Served, headers: IncomingHttpHeaders): boolean =>
  headers[TEST_CLOCK_HEADER] !== undefined &&
  'scope' in operation &&
  operation.scope !== null &&
  isByMode(operation) &&
  (CLOCK_SERVICES as readonly string[]).includes(operation.service)

/** @throws ProblemError `mode_mismatch` for a request of an agent that names a test clock: its tools would ignore it */
export function refuseTestClock(headers: IncomingHttpHeaders): void {
  if (headers[TEST_CLOCK_HEADER] === undefined) return
  throw new ProblemError('mode_mismatch', 'Agents do not support test clocks. Use the REST API instead.')
}

/** @throws ProblemError `mode_mismatch` for a stream, or a credential for live data, with a test clock */
export function requireTestClockUse(
  operation: Operation,
  { organizationId }: KnownCaller,
  headers: IncomingHttpHeaders,
): void {
  if (headers[TEST_CLOCK_HEADER] === undefined) return
  if (isLive(organizationId))
    throw new ProblemError(
      'mode_mismatch',
      `${TEST_CLOCK_HEADER} needs a credential for test data; this one is for live data.`,
    )
  if (namesTestClock(operation, headers) && isStream(operation))
    throw new ProblemError('mode_mismatch', 'Streams do not support test clocks. Get the resource instead.')
}
