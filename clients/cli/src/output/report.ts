import { UsherError, type UsherErrorCode } from '@usher/sdk'
import { CommanderError } from 'commander'
import { isUnreachable } from '../connection/unreachable.ts'
import { EXIT, type ExitCode } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import { isReaderGone, type Terminal } from '../terminal/terminal.ts'
import { plain } from './plain.ts'

/** Writes why a command failed and what to do; returns the exit code. */
export function report(error: unknown, terminal: Terminal, guideUrl: string | undefined): ExitCode {
  // Commander has written its message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const { aborted, reason } = terminal.stopped
  if (aborted) return isReaderGone(reason) ? EXIT.done : EXIT.interrupted
  if (error instanceof UsherError) {
    terminal.err(problemText(error, guideUrl))
    return error.status === 401 ? EXIT.notSignedIn : EXIT.failed
  }
  if (error instanceof Failure) {
    terminal.err(`Error: ${plain(error.message)}\n${error.advice ? `${error.advice}\n` : ''}`)
    return error.exitCode
  }
  if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_VALUE') {
    terminal.err(`Error: ${plain((error as Error).message)}\n`)
    return EXIT.usage
  }
  if (isUnreachable(error)) {
    terminal.err(
      `Error: Usher cannot be reached: ${reasonOf(error)}\nCheck --url or USHER_URL and your network.\n`,
    )
    return EXIT.failed
  }
  throw error
}

function problemText(error: UsherError, guideUrl: string | undefined): string {
  const { title, detail, code, status, errors, requestId } = error
  // The detail of an invalid request is the list of its fields, by JSON pointer.
  const isListed = code === 'validation_failed' && errors.length > 0
  const lines = [
    `Error: ${title ?? `Usher answered ${status}`}`,
    ...(detail !== undefined && detail !== title && !isListed ? [detail] : []),
    ...errors.map(({ parameter, pointer = '', message }) => `  ${parameter ?? fieldAt(pointer)}: ${message}`),
    ...adviceFor(error),
    `code: ${code ?? '-'}, request: ${requestId ?? '-'}`,
    ...(guideUrl === undefined ? [] : [`guide: ${guideUrl}`]),
  ]
  return lines.map((line) => `${plain(line)}\n`).join('')
}

/** `/customer/phone` is the field `customer.phone` for people. */
const fieldAt = (pointer: string): string => pointer.slice(1).replaceAll('/', '.')

const reasonOf = ({ cause, message }: Error): string => {
  const { code, message: reason } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  return plain(code ?? (reason || message))
}

const ADVICE: Partial<Record<UsherErrorCode, string>> = {
  unauthorized: 'The credential is wrong, expired or revoked: sign in with usher login, or give another key.',
  insufficient_scope: 'Use a key with this scope, or add it in the dashboard under Developers.',
  forbidden: 'Use a key that is not limited to other queues.',
  early_access_required: 'Ask for early access to bookings.',
  mode_mismatch: 'Use a key for the other data: test keys begin with usk_test_.',
  not_found: 'Check the identifier, and that the key is for the same data: live and test data are apart.',
  queue_paused: 'Resume it: usher queues resume QUEUE.',
  queue_empty: 'Add a guest: usher guests add QUEUE --name NAME.',
  queue_closed: 'Wait until it opens, or change its opening hours.',
  slot_unavailable: 'Look for free times: usher bookings times SERVICE_TYPE.',
  precondition_failed: 'Read it again, then repeat the command.',
  idempotency_mismatch: 'Repeat the command.',
  internal_error: 'This is a fault of Usher. Try again, and give its operator the request id.',
}

/** What to do about an error that Usher answered with, in lines. */
function adviceFor({ code, retryAfterSeconds, alternatives }: UsherError): string[] {
  return [
    ...(code && ADVICE[code] ? [ADVICE[code]] : []),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} s.`]),
    ...(alternatives.length > 0 ? [`Free: ${alternatives.map(({ start }) => start).join(', ')}`] : []),
  ]
}
