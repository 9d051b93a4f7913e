import { ProblemError } from '@usher/service-kit'

/** Those refused together must not come back together: each is told a number of seconds up to this. */
const LONGEST_RETRY_AFTER_SECONDS = 5

/** The answer to a request that there is no room for. Nothing of it was done. */
export const overloaded = (random = Math.random()): ProblemError =>
  new ProblemError('overloaded', 'Too many requests are under way at the moment; nothing was done.', {
    retryAfterSeconds: 1 + Math.floor(random * LONGEST_RETRY_AFTER_SECONDS),
  })
