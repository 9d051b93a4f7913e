import type { Connection } from 'mongoose'
import { newMember } from '../../src/members/member.ts'
import { hashPassword } from '../../src/members/passwords.ts'
import { newOrganization } from '../../src/organizations/organization.ts'
import { newPendingSignUp } from '../../src/sign-ups/pending-sign-up.ts'

const PLACE = { country: 'US', timezone: 'UTC', plan: 'standard', early_access: false } as const

/** A sign-up whose link is open, where the service itself does not verify addresses; `token` is that of its mail. */
export async function givenPendingSignUp(database: Connection, email: string, password: string) {
  const now = new Date()
  const organization = newOrganization({ name: 'Bistro', ...PLACE }, now)
  const person = { organization_id: organization._id, name: 'Ada', email, role: 'owner' } as const
  const member = newMember({ ...person, password_hash: await hashPassword(password) }, now)
  const { record, token } = newPendingSignUp({ organization, member }, now)
  await database.collection('pending_sign_ups').insertOne(record as never)
  return { token, organization, member }
}
