import { type Caller, operations } from '@usher/contracts'
import { notFound, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { memberAuditChanges, presentMember } from '../members/member.ts'
import { renameSelf } from '../members/rename-self.ts'
import { presentOrganization } from '../organizations/organization.ts'
import { endSession } from './end-session.ts'
import { endedSessionNote, presentSession, type Session } from './session.ts'

const ownerOf = ({ organization_id, actor }: Caller) => ({ organizationId: organization_id, memberId: actor })

/** Routes for members' own account and sessions. */
export function sessionRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { sessions, cursors, clock, cookie } = context

  on(operations.signOut, async ({ caller, origin }) => {
    const ended = await endSession(context, caller.session_id ?? '', origin)
    return {
      body: null,
      headers: { 'set-cookie': cookie.set('', 0) },
      ...(ended && { audit: endedSessionNote(ended) }),
    }
  })

  on(operations.getMe, async ({ caller }) => ({ body: await describeCaller(context, caller) }))

  on(operations.updateMe, async ({ body, caller, origin }) => {
    const { before, after } = await renameSelf(context, { caller, origin }, body.name)
    return {
      body: presentMember(after),
      audit: { resource: after._id, changes: memberAuditChanges(before, after) },
    }
  })

  on(operations.listSessions, async ({ query, caller }) => {
    const list = `sessions ${caller.actor}`
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const page = { beforeId, limit: query.limit + 1, now: clock.now() }
    const found = await sessions.list(ownerOf(caller), page)
    const present = (session: Session) => presentSession(session, caller.session_id)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  })

  on(operations.endSession, async ({ params, origin }) => {
    const ended = await endSession(context, params.id, origin)
    if (!ended) throw notFound('session')
    return { body: null, audit: endedSessionNote(ended) }
  })
}

async function describeCaller(context: ServiceContext, caller: Caller) {
  const { sessions, members, organizations, secondFactors } = context
  const [session, member, organization, factor] = await Promise.all([
    sessions.find(ownerOf(caller), caller.session_id ?? ''),
    members.find(caller.organization_id, caller.actor),
    organizations.find(caller.organization_id),
    secondFactors.find(caller.organization_id, caller.actor),
  ])
  // Ended after the gateway's check.
  if (!session || !member || !organization) throw notFound('session')
  return {
    organization: presentOrganization(organization, context.publicUrl),
    member: presentMember(member),
    session_id: session._id,
    scopes: caller.scopes,
    csrf_token: session.csrf_token,
    expires_at: session.expires_at.toISOString(),
    second_factor: Boolean(factor?.confirmed_at),
    recovery_codes_left: factor?.recovery_codes.length ?? 0,
  }
}
