import { operations } from '@usher/contracts'
import { notFound, type OpenOperationRouter, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { findSelf } from '../members/find-self.ts'
import { isPassword } from '../members/passwords.ts'
import { wrongProof } from '../members/wrong-proof.ts'
import { sendVerification } from './send-verification.ts'
import { verifyMember } from './verify-member.ts'

/** Serves whoever follows the link of a mail, signed in or not. */
export function openEmailVerificationRoutes(context: ServiceContext, { on }: OpenOperationRouter): void {
  const { connection, members, emailVerifications, throttle, clock } = context
  on(operations.verifyEmail, async ({ body, clientAddress, origin }) => {
    await throttle.beforeReset(clientAddress)
    return await connection.transaction(async (session) => {
      const found = await emailVerifications.take(body.token, clock.now(), session)
      const member = found && (await members.find(found.organization_id, found.member_id, session))
      if (!member) throw notFound('e-mail verification')
      if (!(await isPassword(body.password, member.password_hash))) throw wrongProof(member)
      await verifyMember(session, context, member, origin)
      const { _id: id, organization_id } = member
      return { body: null, audit: { organization_id, actor: id, resource: id } }
    })
  })
}

/** Serves members who ask for the mail again. */
export function emailVerificationRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.requestEmailVerification, async ({ caller, origin, idempotency }) => {
    const self = await findSelf(context, caller)
    return await context.idempotency.once(idempotency, async (session) => {
      await context.verificationThrottle.beforeMail(self.email)
      await sendVerification(session, context, self, origin)
      return { body: null, audit: { resource: self._id } }
    })
  })
}
