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
import { giveWay } from '../email-verification/give-way.ts'
import { sendVerification } from '../email-verification/send-verification.ts'
import { insertOrganization } from '../organizations/insert-organization.ts'
import { newOrganization, type Organization } from '../organizations/organization.ts'
import { ANYBODY, ofStranger } from '../passwords/request-reset.ts'
import { type AccountView, accountReply } from './account-reply.ts'
import { isVerified, type Member, newMember } from './member.ts'
import { hashPassword } from './passwords.ts'

/** Where nothing is known of a new customer. */
const SOMEWHERE = { country: 'US', timezone: 'UTC' } as const

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Creates an organisation and its first owner. Where addresses are verified, the owner can sign in only after following
 * the link in the mail. The answer does not reveal whether the address has an account; its owner gets a mail.
 *
 * @throws ProblemError `email_taken` where addresses are not verified
 */
export async function signUp(
  context: ServiceContext,
  details: SignUp,
  { origin, idempotency }: Request,
): Promise<Reply<AccountView>> {
  const account = await newAccount(context, details)
  const register = () =>
    context.idempotency.once(idempotency, async (session) =>
      context.verifiesAddresses
        ? await registerUnproved(session, context, account, origin)
        : await insertAccount(session, context, account, origin),
    )
  try {
    return await register()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // A concurrent sign-up committed first; the second attempt finds it.
    if (context.verifiesAddresses) return await register()
    throw new ProblemError('email_taken', 'Sign in with this e-mail address, or use another.')
  }
}

interface Account {
  readonly organization: Organization
  readonly member: Member
}

async function newAccount(
  { verifiesAddresses, clock }: ServiceContext,
  { organization_name, name, email, password, ...place }: SignUp,
): Promise<Account> {
  const now = clock.now()
  const details = { name: organization_name, plan: 'standard', early_access: false } as const
  const organization = {
    ...newOrganization({ ...details, ...SOMEWHERE, ...place }, now),
    // Others would tell how many were made since: more where the address has no account yet.
    _id: newUnlinkedId('organization'),
    ...(verifiesAddresses && { verified_at: null }),
  }
  const password_hash = await hashPassword(password)
  const person = { organization_id: organization._id, name, email, role: 'owner', password_hash } as const
  const member = newMember({ ...person, ...(verifiesAddresses && { email_verified_at: null }) }, now)
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

/** Replaces an unverified account with the same address. */
async function registerUnproved(
  session: ClientSession,
  context: ServiceContext,
  account: Account,
  origin: Request['origin'],
): Promise<Reply<AccountView>> {
  const { organization, member } = account
  const holder = await context.members.findByEmail(member.email, session)
  if (holder && isVerified(holder)) {
    await appendToOutbox(context.outbox, [signUpRepeated(holder, context, origin)], session)
    return { ...accountReply(organization, member, organization._id), audit: ofStranger(holder) }
  }
  await giveWay(session, context, member.email, origin)
  const reply = await insertAccount(session, context, account, origin)
  await sendVerification(session, context, member, origin)
  return reply
}

async function insertAccount(
  session: ClientSession,
  context: ServiceContext,
  { organization, member }: Account,
  origin: Request['origin'],
): Promise<Reply<AccountView>> {
  await insertOrganization(session, context, organization, { ...origin, actor: member._id })
  await context.members.insert(member, session)
  return accountReply(organization, member, organization._id)
}
