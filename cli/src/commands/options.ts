import { type Command, InvalidArgumentError } from 'commander'

export interface PagingOptions {
  readonly limit?: number
  readonly cursor?: string
}

/** Adds the options of a list. */
export const addPaging = (command: Command): Command =>
  command
    .option('--limit <number>', 'most entries to list', wholeNumber)
    .option('--cursor <cursor>', 'go on where the page before ended')

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** An empty option is a variable that is not set: without it, the command would work elsewhere. @throws InvalidArgumentError */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.')
  return text
}
