import type { Caller } from '@usher/contracts'
import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import { endOtherSessions } from './end-session.ts'

/**
 * Ends a member's other sessions and grants to applications, since they were opened without the second factor
 * now required.
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
