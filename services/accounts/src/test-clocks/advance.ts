import { notFound, ProblemError } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { TestClock } from './test-clock.ts'

/**
 * Sends a clock on its way. The same again changes nothing.
 *
 * @param at the real time
 * @throws ProblemError `clock_backwards`, `clock_advancing`, `invalid_transition`, `not_found`
 */
export async function advance(
  { testClocks }: Pick<ServiceContext, 'testClocks'>,
  clock: TestClock,
  to: Date,
  at: Date,
): Promise<TestClock> {
  for (let current = clock; ; ) {
    if (isOnItsWay(current, to)) return current
    requireReady(current, to)
    if (current.now.getTime() === to.getTime()) return current
    const begun = await testClocks.begin(current, to, at)
    if (begun) return begun
    const found = await testClocks.find(clock.organization_id, clock._id)
    if (!found) throw notFound('test clock')
    current = found
  }
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
