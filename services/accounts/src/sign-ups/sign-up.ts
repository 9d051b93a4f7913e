import { type CloudEvent, memberSignUpRepeated, type SignUp } from '@usher/contracts'
import {
  appendToOutbox,
  type Idempotency,
  isDuplicateKey,
  newEvent,
  newId,
  newUnlinkedId,
  type Origin,
  ProblemError,
  type Reply,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { sealLink } from '../mail/sealed-link.ts'
import { type AccountView, accountReply } from '../members/account-reply.ts'
import { type Member, newMember } from '../members/member.ts'
import { hashPassword } from '../members/passwords.ts'
import { newOrganization } from '../organizations/organization.ts'
import { ANYBODY, ofStranger } from '../passwords/request-reset.ts'
import { insertAccount } from './insert-account.ts'
import { type Account, newPendingSignUp, verificationRequested } from './pending-sign-up.ts'

/** Where nothing is known of a new customer. */
const SOMEWHERE = { country: 'US', timezone: 'UTC' } as const

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Signs up an organisation with its first owner. Where addresses are verified, the account is made only when the link in
 * the mail is followed, and the answer does not reveal whether the address has one; its owner gets a mail.
 *
 * @throws ProblemError `email_taken` where addresses are not verified
 */
export async function signUp(
  context: ServiceContext,
  details: SignUp,
  { origin, idempotency }: Request,
): Promise<Reply<AccountView>> {
  const account = await newAccount(context, details)
  const { organization, member } = account
  try {
    return await context.idempotency.once(idempotency, async (session) => {
      if (context.verifiesAddresses) return await askToVerify(session, context, account, origin)
      await insertAccount(session, context, account, origin)
      return accountReply(organization, member, { isVerified: true, resource: organization._id })
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new ProblemError('email_taken', 'Sign in with this e-mail address, or use another.')
  }
}

async function newAccount(
  { clock }: ServiceContext,
  { organization_name, name, email, password, ...place }: SignUp,
): Promise<Account> {
  const now = clock.now()
  const details = { name: organization_name, plan: 'standard', early_access: false } as const
  // Other identifiers would tell how many were made since: more where the address has no account yet.
  const _id = newUnlinkedId('organization')
  const organization = { ...newOrganization({ ...details, ...SOMEWHERE, ...place }, now), _id }
  const password_hash = await hashPassword(password)
  const member = newMember({ organization_id: _id, name, email, role: 'owner', password_hash }, now)
  return { organization, member: { ...member, _id: newUnlinkedId('member') } }
}

/** Tells the member by mail. The mail has no token: a stranger could void a reset link that the member asked for. */
function signUpRepeated(
  { _id: id, organization_id: organizationId, name, email }: Member,
  { publicUrl, clock }: ServiceContext,
  origin: Request['origin'],
): CloudEvent {
  return newEvent(memberSignUpRepeated, {
    subject: newId('event'),
    // The first and last event of a mail.
    sequence: 1,
    time: clock.now(),
    origin: { ...origin, organizationId, actor: ANYBODY },
    data: { id, name, email, link: `${publicUrl}/sign-in` },
  })
}

/** Mails a link to the address, or where it has an account, that it has. What was not confirmed before stays as it is. */
async function askToVerify(
  session: ClientSession,
  context: ServiceContext,
  account: Account,
  origin: Request['origin'],
): Promise<Reply<AccountView>> {
  const { organization, member } = account
  const holder = await context.members.findByEmail(member.email, session)
  const event = holder
    ? signUpRepeated(holder, context, origin)
    : await keepPending(session, context, account, origin)
  await appendToOutbox(context.outbox, [event], session)
  const reply = accountReply(organization, member, { isVerified: false, resource: organization._id })
  return { ...reply, audit: ofStranger(holder) }
}

async function keepPending(
  session: ClientSession,
  { pendingSignUps, publicUrl, secretKeys, clock }: ServiceContext,
  account: Account,
  origin: Request['origin'],
): Promise<CloudEvent> {
  const now = clock.now()
  const { record, token } = newPendingSignUp(account, now)
  await pendingSignUps.insert(record, session)
  const sealedLink = sealLink(`${publicUrl}/verify-email?token=${token}`, record._id, secretKeys)
  return verificationRequested(record, { sealedLink, now, origin })
}
