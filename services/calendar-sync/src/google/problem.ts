import { type Caller, isLive } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { GoogleError } from './google-error.ts'

/** Seconds before asking Google again. */
const RETRY_AFTER_SECONDS = 30

/**
 * Does work at Google that a client waits for.
 *
 * @throws ProblemError if Google refuses or fails
 */
export async function problemOf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    if (error.fault === 'auth') throw needsReauth()
    throw new ProblemError('service_unavailable', 'Google Calendar cannot be reached at the moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
}

const needsReauth = () =>
  new ProblemError('calendar_needs_reauth', 'Google refuses access. Connect the same account again.')

/** No Google client is configured. */
export const notConfigured = (): ProblemError =>
  new ProblemError('calendar_not_configured', 'Google Calendar is not set up on this installation.')

/** Nothing of test data goes to a real calendar. @throws ProblemError `live_only` */
export function requireLive({ organization_id }: Pick<Caller, 'organization_id'>): void {
  if (isLive(organization_id)) return
  throw new ProblemError('live_only', 'Google Calendar is not there for test data. Use live data.')
}
