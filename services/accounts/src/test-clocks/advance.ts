import { ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { TestClock } from './test-clock.ts'

interface Advance {
  readonly clock: TestClock
  readonly to: Date
  /** The real time. */
  readonly at: Date
}

/**
 * Starts advancing a clock. Asking for the same time again changes nothing.
 *
 * @throws ProblemError `clock_backwards`, `clock_advancing`, `invalid_transition`
 */
export async function advance(
  session: ClientSession,
  { testClocks }: Pick<ServiceContext, 'testClocks'>,
  { clock, to, at }: Advance,
): Promise<TestClock> {
  if (isAdvancingTo(clock, to)) return clock
  requireReady(clock, to)
  if (clock.now.getTime() === to.getTime()) return clock
  return await testClocks.begin(clock, { to, at }, session)
}

const isAdvancingTo = ({ advancing_to }: TestClock, to: Date): boolean =>
  advancing_to?.getTime() === to.getTime()

function requireReady({ status, now, advancing_to }: TestClock, to: Date): void {
  if (status === 'failed')
    throw new ProblemError(
      'invalid_transition',
      'The test clock has failed. Delete it, and create another one.',
    )
  if (status === 'advancing')
    throw new ProblemError(
      'clock_advancing',
      `The clock is advancing to ${advancing_to?.toISOString()}. Wait until it is ready.`,
    )
  if (to < now)
    throw new ProblemError('clock_backwards', `The clock is at ${now.toISOString()} and cannot go back.`)
}
