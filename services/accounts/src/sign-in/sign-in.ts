import type { AuditNote, SecondProof, SignIn } from '@usher/contracts'
import { inTransaction, ProblemError } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { isPassword } from '../members/passwords.ts'
import { useProof } from '../second-factor/use-proof.ts'
import { newSession, type Session } from '../sessions/session.ts'

interface Origin {
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Token in the browser's device cookie. */
  readonly device: string | undefined
}

interface SignedIn {
  readonly record: Session
  /** Tokens for the browser: session and device. */
  readonly token: string
  readonly device: string
}

/**
 * Starts a session for whoever has the password and, if switched on, the second factor. Nothing reveals
 * whether the account exists: the limits, the work and the response are the same.
 *
 * Only `second_factor_required` reveals that a password was right; without it, no page could ask for the
 * code. That does not weaken the second factor, whose codes cannot be guessed within the limits. A wrong,
 * late or used code (OWASP ASVS 4.0.3, 2.8.1 and 2.8.4) gets the same response as a wrong password, so nobody
 * learns which of them was wrong, and counts as a failure like one (2.2.1). A right password alone neither
 * counts as a failure nor clears the count.
 *
 * @throws ProblemError `invalid_sign_in`, `second_factor_required`, or `rate_limited` after too many failures
 */
export async function signIn(
  context: ServiceContext,
  { email, password, ...proof }: SignIn,
  origin: Origin,
): Promise<SignedIn> {
  const device = await context.knownDevices.find(email, origin.device, context.clock.now())
  const subject =
    device === undefined ? { account: email, address: origin.clientAddress } : { browser: device }
  return await context.guard.attempt('sign_in', subject, async ({ refusal }) => {
    if (refusal) throw refusal
    return await beginSession(context, { email, password, ...proof }, origin)
  })
}

async function beginSession(
  context: ServiceContext,
  { email, password, ...proof }: SignIn,
  origin: Origin,
): Promise<SignedIn> {
  const { connection, members, secondFactors, sessions, knownDevices, clock } = context
  const member = await members.findByEmail(email)
  const factor = await secondFactors.find(member?.organization_id ?? '', member?._id ?? '')
  const isRight = await isPassword(password, member?.password_hash)
  if (!member || !isRight) throw refused(member, proof)
  const isFactorOn = Boolean(factor?.confirmed_at)
  if (isFactorOn && !hasProof(proof)) {
    throw new ProblemError('second_factor_required', 'Send totp or recovery_code as well.', {
      audit: noteOf(member),
    })
  }
  return await inTransaction(connection, async (transaction) => {
    // Otherwise a session could begin with the old password during a reset that ends all sessions.
    if (!(await members.lockPassword(member, transaction))) throw refused(member, proof)
    if (factor && isFactorOn && !(await useProof(transaction, context, factor, proof)))
      throw refused(member, proof)
    const session = newSession(member, origin, clock.now())
    await sessions.insert(session.record, transaction)
    const device = await knownDevices.remember(member, origin.device, clock.now(), transaction)
    return { ...session, device }
  })
}

const hasProof = ({ totp, recovery_code }: SecondProof): boolean =>
  totp !== undefined || recovery_code !== undefined

/**
 * Audit note with the account that was tried. The gateway strips the note, so the response is the same for
 * every address.
 */
const noteOf = (member: Member | null): AuditNote => ({
  organization_id: member?.organization_id,
  actor: member?._id,
  resource: member?._id,
})

/** Says what was sent, not what was wrong. */
const refused = (member: Member | null, proof: SecondProof) =>
  new ProblemError(
    'invalid_sign_in',
    `No account has this e-mail address${hasProof(proof) ? ', password and code.' : ' and password.'}`,
    { audit: noteOf(member) },
  )
