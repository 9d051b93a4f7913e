import type { ApiScope, Caller } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/** Prevents members from giving a key more scopes than their own. @throws ProblemError `forbidden` */
export function requireOwnScopes(caller: Caller, scopes: readonly ApiScope[]): void {
  const lacking = scopes.filter((scope) => !caller.scopes.includes(scope))
  if (lacking.length === 0) return
  throw new ProblemError('forbidden', `You do not have these scopes yourself: ${lacking.join(', ')}.`)
}
