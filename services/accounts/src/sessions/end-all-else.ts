import type { Caller } from '@usher/contracts'
import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import { endOtherSessions } from './end-session.ts'

/**
 * Ends what the password alone has opened, as a second factor is needed from now on: the member's other
 * sessions, and what they let applications do.
 */
export async function endAllElse(
  session: ClientSession,
  context: ServiceContext,
  { organization_id, actor, session_id = '' }: Caller,
  origin: Origin,
): Promise<void> {
  await endOtherSessions(session, context, session_id, origin)
  await endGrants(session, context, { organizationId: organization_id, memberId: actor }, origin)
}
