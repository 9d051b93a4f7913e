import type { Request } from 'express'
import type { Listed } from './calendar/list-events.ts'
import { insufficientPermissions } from './google-error.ts'
import type { GoogleState, ListEntry } from './google-state.ts'
import type { Grants } from './oauth/grants.ts'
import { grantOfRequest } from './oauth/token-routes.ts'
import type { Pages } from './pages.ts'
import type { Channels } from './push/channels.ts'
import type { Pushes } from './push/pushes.ts'
import type { Quota } from './quota.ts'

/** What the Calendar API's routes share. */
export interface ApiContext {
  readonly state: GoogleState
  readonly grants: Grants
  readonly quota: Quota
  readonly channels: Channels
  readonly pushes: Pushes
  readonly eventPages: Pages<Listed>
  readonly calendarPages: Pages<ListEntry>
  /** The public URL of this Google. */
  readonly publicUrl: () => string
}

/**
 * The e-mail address of the account behind a request.
 *
 * @param scopes one of which must have been granted
 * @throws GoogleError 401, 403
 */
export function userOf(req: Request, { grants, quota }: ApiContext, scopes: readonly string[]): string {
  const grant = grantOfRequest(req, grants)
  if (!grant.scopes.some((scope) => scopes.includes(scope))) throw insufficientPermissions()
  quota.count(grant.clientId, grant.email)
  return grant.email
}
