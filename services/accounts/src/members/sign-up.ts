import type { SignUp } from '@usher/contracts'
import { isDuplicateKey, ProblemError } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { newOrganization, type Organization } from '../organizations/organization.ts'
import { type Member, newMember } from './member.ts'
import { hashPassword } from './passwords.ts'

/** Where nothing is known of a new customer. */
const SOMEWHERE = { country: 'US', timezone: 'UTC' } as const

/**
 * Creates an organisation and its first owner.
 *
 * @throws ProblemError `email_taken`
 */
export async function signUp(
  { connection, organizations, members, clock }: AccountsContext,
  { organization_name, name, email, password, ...place }: SignUp,
): Promise<{ organization: Organization; member: Member }> {
  const now = clock.now()
  const organization = newOrganization(
    { name: organization_name, plan: 'standard', early_access: false, ...SOMEWHERE, ...place },
    now,
  )
  const password_hash = await hashPassword(password)
  const member = newMember(
    { organization_id: organization._id, name, email, role: 'owner', password_hash },
    now,
  )
  try {
    await connection.transaction(async (session) => {
      await organizations.insert(organization, session)
      await members.insert(member, session)
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new ProblemError('email_taken', 'Sign in with this e-mail address, or use another.')
  }
  return { organization, member }
}
