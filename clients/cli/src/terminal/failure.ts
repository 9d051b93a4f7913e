import { EXIT, type ExitCode } from './exit-codes.ts'

interface Options {
  /** What to do about it. */
  readonly advice?: string
  readonly exitCode?: ExitCode
}

/** An expected failure: the message says what happened, the advice what to do. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly advice: string | undefined
  readonly exitCode: ExitCode

  constructor(message: string, { advice, exitCode = EXIT.failed }: Options = {}) {
    super(message)
    this.advice = advice
    this.exitCode = exitCode
  }
}
