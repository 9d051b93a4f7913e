import { type DestinationStream, type Logger, pino } from 'pino'
import { ProblemError } from '../errors.ts'

export type { Logger }

/** A smaller batch is written after {@link FLUSH_AFTER_MS}. */
const MIN_BATCH_BYTES = 16_000

/** Longest time before a line is written, in ms. */
const FLUSH_AFTER_MS = 250

/**
 * JSON logs on standard output, written in batches off the request path. Never log request bodies, names, phone
 * numbers or credentials: ids are enough to find them.
 */
export function createLogger(service: string, level: string): Logger {
  // A destination starts a timer that nothing stops.
  if (level === 'silent') return pino({ level })
  const output = pino.destination({ dest: 1, sync: false, minLength: MIN_BATCH_BYTES })
  return pino({ level, base: { service }, serializers: { err: describeError } }, flushed(output))
}

/** Flushes a stream some time after a line was written, not all the time as the option `periodicFlush` does. */
export function flushed(
  output: Pick<DestinationStream & { flush(): void }, 'write' | 'flush'>,
): DestinationStream {
  let isPlanned = false
  const flush = () => {
    isPlanned = false
    output.flush()
  }
  return {
    write(line) {
      output.write(line)
      if (isPlanned) return
      isPlanned = true
      setTimeout(flush, FLUSH_AFTER_MS).unref()
    },
  }
}

/** Keeps only fields that cannot hold data: database errors carry the whole rejected document. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  const reason = error instanceof ProblemError ? error.options.reason : undefined
  const [message, stack] = [error.message.slice(0, 500), error.stack?.slice(0, 2000)]
  return { type: error.name, message, reason, code, stack }
}
