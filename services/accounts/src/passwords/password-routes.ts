import {
  type Caller,
  memberPasswordChanged,
  operations,
  type PasswordChange,
  type PasswordResetConfirm,
} from '@usher/contracts'
import {
  appendToOutbox,
  type Idempotency,
  mailboxOf,
  newEvent,
  notFound,
  type OperationRouter,
  type Origin,
  type Reply,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext, ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import type { Member } from '../members/member.ts'
import { hashPassword, isPassword, wrongProof } from '../members/passwords.ts'
import { reauthenticating } from '../sessions/reauthenticating.ts'
import { DEVICE_SECONDS } from '../sign-in/known-device-store.ts'
import { requestReset } from './request-reset.ts'

/** Routes for forgotten passwords. */
export function openPasswordRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { guard, knownDevices, clock } = context

  on(operations.requestPasswordReset, async ({ body, clientAddress, device: token, ...request }) => {
    const device = await knownDevices.find(body.email, token, clock.now())
    const stranger = { account: mailboxOf(body.email), address: clientAddress }
    await guard.require('reset', device === undefined ? stranger : { browser: device })
    return await requestReset(context, body, request)
  })

  on(operations.confirmPasswordReset, async ({ body, clientAddress, ...request }) => {
    await guard.require('reset', { address: clientAddress })
    return await confirmReset(context, body, request)
  })
}

/** Routes for changing one's own password. */
export function passwordRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.changePassword, async ({ body, caller, origin, idempotency }) => {
    const self = await context.members.require(caller.organization_id, caller.actor)
    return await reauthenticating(context, caller, () =>
      context.idempotency.once(idempotency, async (session) => {
        await changePassword(session, context, self, body, { caller, origin })
        return { body: null, audit: { resource: self._id } }
      }),
    )
  })
}

/**
 * Changes the password of a member who knows the current one. The current session stays; all others end, and so do the
 * grants to applications: whoever knew the old password may have added their own.
 *
 * @param self as read before the transaction: hashing is slow and would keep it open
 * @throws ProblemError `invalid_proof`, also if the password was changed meanwhile
 */
async function changePassword(
  session: ClientSession,
  context: ServiceContext,
  self: Member,
  { current_password, new_password }: PasswordChange,
  { caller, origin }: { caller: Caller; origin: Origin },
): Promise<void> {
  if (!(await isPassword(current_password, self.password_hash))) throw wrongProof(self)
  const password_hash = await hashPassword(new_password)
  const member = await context.members.find(self.organization_id, self._id, session)
  if (member?.password_hash !== self.password_hash) throw wrongProof(self)
  await setPassword(session, context, member, { password_hash, keptSession: caller.session_id, origin })
  const owner = { organizationId: self.organization_id, memberId: self._id }
  await endGrants(session, context, owner, origin)
}

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
async function confirmReset(
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

interface Change {
  readonly password_hash: string
  /** The session to keep, if any. */
  readonly keptSession?: string | undefined
  readonly origin: Omit<Origin, 'organizationId' | 'actor'>
}

/**
 * Sets a member's password in a transaction that has read the member. Ends the sessions begun with the old
 * password and any open reset link (OWASP ASVS 4.0.3, 3.3.3).
 */
async function setPassword(
  session: ClientSession,
  { members, sessions, passwordResets, outbox, clock }: AccountsContext,
  member: Member,
  { password_hash, keptSession, origin }: Change,
): Promise<void> {
  const { _id: id, organization_id: organizationId, sequence } = member
  await members.update(member, { password_hash }, session)
  await sessions.deleteAllOf({ organizationId, memberId: id }, session, keptSession)
  await passwordResets.deleteOf(organizationId, id, session)
  const event = newEvent(memberPasswordChanged, {
    subject: id,
    sequence: sequence + 1,
    time: clock.now(),
    origin: { ...origin, organizationId, actor: id },
    data: { id },
  })
  await appendToOutbox(outbox, [event], session)
}
