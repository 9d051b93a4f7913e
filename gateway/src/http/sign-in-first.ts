import { Refusal } from '../credentials/refusals.ts'
import type { Exchange } from './exchange.ts'

/**
 * Where a browser without a session is sent that opens an operation which leads people to another page: to the page
 * for signing in, and from there back to what it asked for, which is a path of this origin.
 *
 * @returns undefined where the refusal itself is the answer, as it is for programs
 */
export function signInFirst({ req, operation }: Exchange, error: unknown): string | undefined {
  const isForPeople = operation !== undefined && 'redirects' in operation && operation.redirects
  if (!isForPeople || !(error instanceof Refusal) || error.code !== 'unauthorized') return undefined
  if (req.headers.authorization !== undefined || req.accepts('json', 'html') !== 'html') return undefined
  const { pathname, search } = new URL(req.url, 'http://localhost')
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`
}
