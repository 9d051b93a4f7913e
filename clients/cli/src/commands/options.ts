import { type Command, InvalidArgumentError } from 'commander'
import type { CommonOptions } from '../connection/settings.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'

export interface PagingOptions {
  readonly limit?: number
  readonly cursor?: string
}

/** Adds the options of a list. */
export const addPaging = (command: Command): Command =>
  command
    .option('--limit <number>', 'maximum number of entries', wholeNumber)
    .option('--cursor <cursor>', 'continue after the previous page')

/** Makes a command without support for test clocks refuse `--clock`, instead of using other data. */
export const refuseClock = (command: Command): Command =>
  command.hook('preAction', () => {
    if (command.optsWithGlobals<CommonOptions>().clock === undefined) return
    throw new Failure(`${pathOf(command)} does not work with a test clock.`, {
      advice: 'Leave out --clock: only queues, guests and bookings take it.',
      exitCode: EXIT.usage,
    })
  })

/** The command as it is typed, such as `usher logs tail`. */
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** An empty option is usually an unset variable: ignoring it would use other settings. @throws InvalidArgumentError */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.')
  return text
}
