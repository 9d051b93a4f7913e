import { ANONYMOUS, type CloudEvent, memberSignUpRepeated, type SignUp } from '@usher/contracts'
import {
  appendToOutbox,
  type Idempotency,
  isDuplicateKey,
  newEvent,
  newId,
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
import { insertOrganization } from '../organizations/organization-store.ts'
import { claimedAccountNote } from '../passwords/request-reset.ts'
import { type Account, newPendingSignUp, verificationRequested } from './pending-sign-up.ts'

/** Defaults for a new customer. */
const DEFAULT_PLACE = { country: 'US', timezone: 'UTC' } as const

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Signs up an organisation with its first owner. With verification, the account is created only when the link
 * in the mail is followed, and the response does not reveal whether the address has an account; its owner
 * gets a mail.
 *
 * @throws ProblemError `email_taken` without verification
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
      if (context.verifiesAddresses) return await requestVerification(session, context, account, origin)
      await insertAccount(session, context, account, origin)
      return accountReply(organization, member, {
        isVerified: true,
        resource: organization._id,
        publicUrl: context.publicUrl,
      })
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
  const organization = newOrganization({ ...details, ...DEFAULT_PLACE, ...place }, now)
  const password_hash = await hashPassword(password)
  const owner = { organization_id: organization._id, name, email, role: 'owner', password_hash } as const
  return { organization, member: newMember(owner, now) }
}

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

/**
 * Requests a mail to the member. It has no token: otherwise a stranger could void a reset link that the
 * member requested.
 */
function signUpRepeated(
  { _id: id, organization_id: organizationId, name, email }: Member,
  { publicUrl, clock }: ServiceContext,
  origin: Request['origin'],
): CloudEvent {
  return newEvent(memberSignUpRepeated, {
    subject: newId('event'),
    // A mail has only this event.
    sequence: 1,
    time: clock.now(),
    origin: { ...origin, organizationId, actor: ANONYMOUS },
    data: { id, name, email, link: `${publicUrl}/sign-in` },
  })
}

/**
 * Mails a link to the address, or if it has an account, says so. Earlier unconfirmed sign-ups stay unchanged.
 */
async function requestVerification(
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
  const reply = accountReply(organization, member, {
    isVerified: false,
    resource: organization._id,
    publicUrl: context.publicUrl,
  })
  return { ...reply, audit: claimedAccountNote(holder) }
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
