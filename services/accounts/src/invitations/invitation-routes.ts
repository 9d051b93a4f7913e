import { operations } from '@usher/contracts'
import {
  appendToOutbox,
  changesBetween,
  mailboxOf,
  notFound,
  type OperationRouter,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { sealLink } from '../mail/sealed-link.ts'
import { requireRankFor } from '../members/rank.ts'
import { invited, newInvitation, presentInvitation } from './invitation.ts'

/** Routes for invitations, except accepting one, which needs no session. */
export function invitationRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { invitations, members, organizations, cursors, clock, outbox, publicUrl } = context
  const { idempotency: answers, secretKeys } = context

  on(operations.listInvitations, async ({ query, caller }) => {
    const list = `invitations ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const open = { expires_at: { $gt: clock.now() } }
    const found = await invitations.list(caller.organization_id, { afterId, limit: query.limit + 1 }, open)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentInvitation })
  })

  on(operations.createInvitation, async ({ body, caller, origin, idempotency }) => {
    const self = await members.find(caller.organization_id, caller.actor)
    requireRankFor(self?.role, body.role)
    const details = { ...body, organization_id: caller.organization_id, created_by: caller.actor }
    return await answers.once(idempotency, async (session) => {
      // Count here: a request repeated with its idempotency key does not count.
      const { organization_id: invitedBy } = caller
      await context.guard.require('invitation', { organization: invitedBy, account: mailboxOf(body.email) })
      const { record, token } = newInvitation(details, clock.now())
      const organization = await organizations.find(record.organization_id)
      if (!organization) throw notFound('organisation')
      await invitations.insert(record, session)
      const sealedLink = sealLink(`${publicUrl}/accept-invitation?token=${token}`, record._id, secretKeys)
      const facts = { invitedBy: self?.name ?? '', sealedLink, origin }
      await appendToOutbox(outbox, [invited(record, organization, facts)], session)
      return {
        // Accepting verifies the address, so only the mail may contain the token.
        body: { ...presentInvitation(record), token: context.verifiesAddresses ? null : token },
        headers: { location: `/account/invitations/${record._id}` },
      }
    })
  })

  on(operations.withdrawInvitation, async ({ params, caller }) => {
    const withdrawn = await invitations.delete(caller.organization_id, params.id)
    if (!withdrawn) throw notFound('invitation')
    const { email, role, expires_at } = withdrawn
    return { body: null, audit: { changes: changesBetween({ email, role, expires_at }, null, ['email']) } }
  })
}
