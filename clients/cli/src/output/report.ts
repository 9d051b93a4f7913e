import { UsherError } from '@usher/sdk'
import { CommanderError } from 'commander'
import { isUnreachable } from '../connection/unreachable.ts'
import { EXIT, type ExitCode } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import { isReaderGone, type Terminal } from '../terminal/terminal.ts'
import { adviceFor } from './advice.ts'
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
