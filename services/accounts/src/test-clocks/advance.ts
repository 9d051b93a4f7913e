import { ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { TestClock } from './test-clock.ts'

interface Way {
  readonly clock: TestClock
  readonly to: Date
  /** The real time. */
  readonly at: Date
}

/**
 * Sends a clock on its way. The same again changes nothing.
 *
 * @throws ProblemError `clock_backwards`, `clock_advancing`, `invalid_transition`
 */
export async function advance(
  session: ClientSession,
  { testClocks }: Pick<ServiceContext, 'testClocks'>,
  { clock, to, at }: Way,
): Promise<TestClock> {
  if (isOnItsWay(clock, to)) return clock
  requireReady(clock, to)
  if (clock.now.getTime() === to.getTime()) return clock
  return await testClocks.begin(clock, { to, at }, session)
}

const isOnItsWay = ({ advancing_to }: TestClock, to: Date): boolean =>
  advancing_to?.getTime() === to.getTime()

function requireReady({ status, now, advancing_to }: TestClock, to: Date): void {
  if (status === 'failed')
    throw new ProblemError('invalid_transition', 'The clock has failed and cannot go on. Delete it.')
  if (status === 'advancing')
    throw new ProblemError(
      'clock_advancing',
      `The clock is on its way to ${advancing_to?.toISOString()}. Wait until it is ready.`,
    )
  if (to < now)
    throw new ProblemError('clock_backwards', `The clock is at ${now.toISOString()} and cannot go back.`)
}
