import type { Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { insertOrganization } from '../organizations/insert-organization.ts'
import type { Account } from './pending-sign-up.ts'

/**
 * Inserts an organisation and its owner; ends other sign-ups with the address. @throws a duplicate key error
 * if the e-mail address is taken
 */
export async function insertAccount(
  session: ClientSession,
  context: ServiceContext,
  { organization, member }: Account,
  origin: Pick<Origin, 'requestId' | 'traceparent'>,
): Promise<void> {
  await insertOrganization(session, context, organization, { ...origin, actor: member._id })
  await context.members.insert(member, session)
  await context.pendingSignUps.deleteAllOf(member.email, session)
}
