import { ProblemError } from '@usher/service-kit'

/** Clients refused together must not return together: each gets a random number of seconds up to this. */
const MAX_RETRY_AFTER_SECONDS = 5

/** Created once: capturing a stack trace costs a fifth of a refusal. */
const REFUSALS = Array.from(
  { length: MAX_RETRY_AFTER_SECONDS },
  (_, i) =>
    new ProblemError('overloaded', 'Too many requests are in progress; nothing was done.', {
      retryAfterSeconds: i + 1,
    }),
)

/** The answer to a request that there is no room for. Nothing was done. */
export const overloaded = (random = Math.random()): ProblemError =>
  REFUSALS[Math.floor(random * REFUSALS.length)] as ProblemError
