import type { FieldError, Problem } from '@usher/contracts'
import { ProblemError, Refused } from '@usher/service-kit'

/** What went wrong with a tool, in words for the agent; undefined for an unexpected error. */
export function failureWords(error: unknown): string | undefined {
  if (error instanceof Refused) return wordsOf(error.problem, error.retryAfter)
  if (!(error instanceof ProblemError)) return undefined
  const { retryAfterSeconds, errors } = error.options
  const detail = errors ? fieldWords(errors) : error.message
  return withRetry(detail, retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds))
}

function wordsOf({ detail, title, errors, alternatives }: Problem, retryAfter: string | undefined): string {
  const words = errors?.length ? fieldWords(errors) : (detail ?? `${title}.`)
  const free = alternatives?.length
    ? ` The nearest free times: ${alternatives.map(({ start }) => start).join(', ')}.`
    : ''
  return withRetry(words + free, retryAfter)
}

const withRetry = (words: string, seconds: string | undefined): string =>
  seconds === undefined ? words : `${words} Try again in ${seconds} seconds.`

const fieldWords = (errors: readonly FieldError[]): string =>
  `The input is not valid: ${errors.map(oneField).join('; ')}.`

function oneField({ pointer, parameter, message }: FieldError): string {
  const name = parameter ?? pointer.slice(1).replaceAll('/', '.')
  return name === '' ? `it ${message}` : `${name} ${message}`
}
