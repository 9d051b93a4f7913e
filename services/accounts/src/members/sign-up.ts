import type { SignUp } from '@usher/contracts'
import { type Idempotency, isDuplicateKey, type Origin, ProblemError, type Reply } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { sendVerification } from '../email-verification/send-verification.ts'
import { insertOrganization } from '../organizations/insert-organization.ts'
import { newOrganization } from '../organizations/organization.ts'
import { type AccountView, accountReply } from './account-reply.ts'
import { newMember } from './member.ts'
import { hashPassword } from './passwords.ts'

/** Where nothing is known of a new customer. */
const SOMEWHERE = { country: 'US', timezone: 'UTC' } as const

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Creates an organisation and its first owner.
 *
 * @throws ProblemError `email_taken`
 */
export async function signUp(
  context: ServiceContext,
  { organization_name, name, email, password, ...place }: SignUp,
  { origin, idempotency }: Request,
): Promise<Reply<AccountView>> {
  const { members, clock, idempotency: answers } = context
  const now = clock.now()
  const isUnproved = context.verifiesAddresses
  const details = { name: organization_name, plan: 'standard', early_access: false } as const
  const organization = {
    ...newOrganization({ ...details, ...SOMEWHERE, ...place }, now),
    ...(isUnproved && { verified_at: null }),
  }
  const password_hash = await hashPassword(password)
  const person = { organization_id: organization._id, name, email, role: 'owner', password_hash } as const
  const member = newMember({ ...person, ...(isUnproved && { email_verified_at: null }) }, now)
  try {
    return await answers.once(idempotency, async (session) => {
      await insertOrganization(session, context, organization, { ...origin, actor: member._id })
      await members.insert(member, session)
      if (isUnproved) await sendVerification(session, context, member, origin)
      return accountReply(organization, member, organization._id)
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new ProblemError('email_taken', 'Sign in with this e-mail address, or use another.')
  }
}
