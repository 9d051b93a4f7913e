import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** One for the process: each has a timer that writes, whether or not there is something to write. */
let standardOutput: DestinationStream | undefined

/**
 * JSON logs on standard output, written in batches off the request path.
 * Never log request bodies, names, phone numbers or credentials: ids are enough to find them.
 */
export function createLogger(service: string, level: string): Logger {
  standardOutput ??= pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 })
  return pino({ level, base: { service }, serializers: { err: describeError } }, standardOutput)
}

/** Only what cannot hold data: database errors carry the whole document that they refused. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message.slice(0, 500), code, stack: error.stack?.slice(0, 2000) }
}
