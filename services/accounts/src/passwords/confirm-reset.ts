import type { PasswordResetConfirm } from '@usher/contracts'
import { type Idempotency, notFound, type Origin, type Reply } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import { hashPassword } from '../members/passwords.ts'
import { DEVICE_SECONDS } from '../sign-in/known-device.ts'
import { setPassword } from './set-password.ts'

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
  /** Token in the browser's device cookie. */
  readonly device: string | undefined
}

/**
 * Sets a new password for the holder of a token and uses up the token. Also revokes grants to applications:
 * whoever knew the old password may have added their own. The second factor stays on: access to a mailbox
 * alone must not be enough (OWASP ASVS 4.0.3, 2.5.6).
 *
 * @throws ProblemError `not_found` for a token that is unknown, used, replaced or expired
 */
export async function confirmReset(
  context: ServiceContext,
  { token, password }: PasswordResetConfirm,
  { origin, idempotency, device: known }: Request,
): Promise<Reply<null>> {
  const { members, passwordResets, knownDevices, deviceCookie, clock } = context
  const password_hash = await hashPassword(password)
  return await context.idempotency.once(idempotency, async (session) => {
    const reset = await passwordResets.take(token, clock.now(), session)
    const member = reset && (await members.find(reset.organization_id, reset.member_id, session))
    if (!member) throw notFound('password reset')
    await setPassword(session, context, member, { password_hash, origin })
    const { _id: id, organization_id } = member
    const owner = { organizationId: organization_id, memberId: id }
    await endGrants(session, context, owner, { ...origin, organizationId: organization_id, actor: id })
    // Remember the browser, so that this person can sign in even if others have used up the account's
    // attempts.
    const device = await knownDevices.remember(member, known, clock.now(), session)
    const headers = { 'set-cookie': deviceCookie.set(device, DEVICE_SECONDS) }
    return { body: null, headers, audit: { organization_id, actor: id, resource: id } }
  })
}
