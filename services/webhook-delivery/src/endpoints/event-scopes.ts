import { type Caller, scopesLackingFor } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/**
 * Events show what other resources do, so they need the same scopes.
 *
 * @param wanted event types and patterns; null: all
 * @throws ProblemError `insufficient_scope`
 */
export function requireEventScopes(wanted: readonly string[] | null, { scopes }: Caller): void {
  const lacking = scopesLackingFor(wanted, scopes)
  if (lacking.length === 0) return
  const events = wanted ? 'these events' : 'all events'
  throw new ProblemError('insufficient_scope', `For ${events}, this needs ${lacking.join(', ')}.`)
}
