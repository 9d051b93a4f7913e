import { ProblemError } from '@usher/service-kit'

/** Those refused together must not come back together: each is told a number of seconds up to this. */
const LONGEST_RETRY_AFTER_SECONDS = 5

/** Made once: noting where an error was made costs a fifth of what a refusal does. */
const REFUSALS = Array.from(
  { length: LONGEST_RETRY_AFTER_SECONDS },
  (_, i) =>
    new ProblemError('overloaded', 'Too many requests are under way at the moment; nothing was done.', {
      retryAfterSeconds: i + 1,
    }),
)

/** The answer to a request that there is no room for. Nothing of it was done. */
export const overloaded = (random = Math.random()): ProblemError =>
  REFUSALS[Math.floor(random * REFUSALS.length)] as ProblemError
