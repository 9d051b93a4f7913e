import { Refusal } from '../credentials/refusals.ts'
import type { Exchange } from './exchange.ts'

/**
 * Redirect for a browser without a session that opens an operation leading to another page: the sign-in page, which
 * then returns to the requested path of this origin.
 *
 * @returns undefined if the refusal itself is the answer, as for programs
 */
export function signInFirst({ req, operation }: Exchange, error: unknown): string | undefined {
  const isForPeople = operation !== undefined && 'redirects' in operation && operation.redirects
  if (!isForPeople || !(error instanceof Refusal) || error.code !== 'unauthorized') return undefined
  if (req.headers.authorization !== undefined || req.accepts('json', 'html') !== 'html') return undefined
  const { pathname, search } = new URL(req.url, 'http://localhost')
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`
}
