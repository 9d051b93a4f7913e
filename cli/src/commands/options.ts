import { type Command, InvalidArgumentError } from 'commander'

export interface PagingOptions {
  readonly limit?: number
  readonly cursor?: string
}

/** Adds the options of a list. */
export const addPaging = (command: Command): Command =>
  command
    .option('--limit <number>', 'maximum number of entries', wholeNumber)
    .option('--cursor <cursor>', 'continue after the previous page')

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
