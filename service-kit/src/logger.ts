import { type Logger, pino } from 'pino'
import { ProblemError } from './errors.ts'

export type { Logger }

/**
 * JSON logs on standard output, written in batches off the request path.
 * Never log request bodies, names, phone numbers or credentials: ids are enough to find them.
 */
export function createLogger(service: string, level: string): Logger {
  // A destination has a timer that nothing ends.
  if (level === 'silent') return pino({ level })
  const destination = pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 })
  return pino({ level, base: { service }, serializers: { err: describeError } }, destination)
}

/** Only what cannot hold data: database errors carry the whole document that they refused. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const reason = error instanceof ProblemError ? error.options.reason : undefined
  const [message, stack] = [error.message.slice(0, 500), error.stack?.slice(0, 2000)]
  return { type: error.name, message, reason, code, stack }
}
