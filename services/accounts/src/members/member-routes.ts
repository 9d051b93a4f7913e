import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter, pageReply, placeOf, requireMatch } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { changeRole, removeMember } from './change-member.ts'
import { type Member, memberAuditChanges, presentMember } from './member.ts'

/** Routes for the members of an organisation. */
export function memberRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { members, cursors } = context

  on(operations.listMembers, async ({ query, caller }) => {
    const list = `members ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await members.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentMember })
  })

  const findMatching = async (organizationId: string, id: string, ifMatch?: string) => {
    const member = await members.require(organizationId, id)
    requireMatch(ifMatch, member.sequence)
    return member
  }

  on(operations.getMember, async ({ params, caller }) =>
    reply(await findMatching(caller.organization_id, params.id)),
  )

  on(operations.updateMember, async ({ params, body, caller, origin, ifMatch }) => {
    const target = { id: params.id, caller, origin, ifMatch }
    const { role } = body
    if (role === undefined) return reply(await findMatching(caller.organization_id, params.id, ifMatch))
    const { before, after } = await changeRole(context, target, role)
    return { ...reply(after), audit: { changes: memberAuditChanges(before, after) } }
  })

  on(operations.removeMember, async ({ params, caller, origin, ifMatch }) => {
    const removed = await removeMember(context, { id: params.id, caller, origin, ifMatch })
    return { body: null, audit: { changes: memberAuditChanges(removed, null) } }
  })
}

const reply = (member: Member) => ({
  body: presentMember(member),
  headers: { etag: entityTag(member.sequence, 0) },
})
