import { operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { changeRole, removeMember } from './change-member.ts'
import { memberAuditChanges, presentMember } from './member.ts'

/** Serves the operations on the members of an organisation. */
export function memberRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { members, cursors } = context

  on(operations.listMembers, async ({ query, caller }) => {
    const list = `members ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await members.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentMember })
  })

  on(operations.updateMember, async ({ params, body, caller, origin }) => {
    const { before, after } = await changeRole(context, { id: params.id, caller, origin }, body.role)
    return { body: presentMember(after), audit: { changes: memberAuditChanges(before, after) } }
  })

  on(operations.removeMember, async ({ params, caller, origin }) => {
    const removed = await removeMember(context, { id: params.id, caller, origin })
    return { body: null, audit: { changes: memberAuditChanges(removed, null) } }
  })
}
