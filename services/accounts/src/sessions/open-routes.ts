import { operations } from '@usher/contracts'
import type { OpenOperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { type Member, presentMember } from '../members/member.ts'
import { signUp } from '../members/sign-up.ts'
import { type Organization, presentOrganization } from '../organizations/organization.ts'
import { SESSION_SECONDS } from './session.ts'
import { signIn } from './sign-in.ts'

/** Serves what people do before they are signed in. */
export function openRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  on(operations.signUp, async ({ body, clientAddress }) => {
    await context.throttle.beforeSignUp(clientAddress)
    const account = await signUp(context, body)
    return accountReply(account, account.organization._id)
  })

  on(operations.acceptInvitation, async ({ body, clientAddress }) => {
    await context.throttle.beforeSignUp(clientAddress)
    const account = await acceptInvitation(context, body)
    return accountReply(account, account.member._id)
  })

  on(operations.signIn, async ({ body, clientAddress, userAgent }) => {
    const { record, token } = await signIn(context, body, { clientAddress, userAgent })
    return {
      body: { csrf_token: record.csrf_token, expires_at: record.expires_at.toISOString() },
      headers: { 'set-cookie': context.cookie.set(token, SESSION_SECONDS) },
      audit: { organization_id: record.organization_id, actor: record.member_id, resource: record._id },
    }
  })
}

interface Account {
  readonly organization: Organization
  readonly member: Member
}

/** @param resource what came into being with it */
const accountReply = ({ organization, member }: Account, resource: string) => ({
  body: { organization: presentOrganization(organization), member: presentMember(member) },
  headers: { location: '/account/me' },
  audit: { organization_id: organization._id, actor: member._id, resource },
})
