import type { Caller } from '@usher/contracts'
import type { ServiceContext } from '../context.ts'

/**
 * Counts wrong proofs of a session, separately from sign-ins, which anybody can cause.
 *
 * @param work fails with `invalid_proof` if the proof is wrong
 * @throws ProblemError `rate_limited`, or any error of `work`
 */
export const reauthenticating = <T>(
  { guard }: ServiceContext,
  { session_id }: Caller,
  work: () => Promise<T>,
): Promise<T> =>
  guard.attempt('reauthentication', { session: session_id ?? '' }, async ({ refusal }) => {
    if (refusal) throw refusal
    return await work()
  })
