import type { AuditNote, SecondProof, SignIn } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { isPassword } from '../members/passwords.ts'
import { useProof } from '../second-factor/use-proof.ts'
import { newSession, type Session } from '../sessions/session.ts'

interface Origin {
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Token of the browser's device cookie. */
  readonly device: string | undefined
}

interface SignedIn {
  readonly record: Session
  /** What the browser keeps: the tokens of the session and of the device. */
  readonly token: string
  readonly device: string
}

/**
 * Begins a session for whoever knows the password and, where a second factor is on, has that too. Whether
 * the account exists shows in nothing: the same limits, the same work, the same answer.
 *
 * That a password was right shows in one answer, `second_factor_required`, without which no page could ask
 * for the code. It takes nothing from the second factor, whose codes cannot be guessed within the limits. A
 * wrong, late or used code (OWASP ASVS 4.0.3, 2.8.1 and 2.8.4) is answered like a wrong password, so that
 * nobody learns from it whether the password or the code was wrong, and counts as a failure like one
 * (2.2.1); a right password alone neither counts as one nor clears the count.
 *
 * @throws ProblemError `invalid_sign_in`, `second_factor_required`, or `rate_limited` after too many failures
 */
export async function signIn(
  context: ServiceContext,
  { email, password, ...proof }: SignIn,
  origin: Origin,
): Promise<SignedIn> {
  const { connection, members, secondFactors, sessions, knownDevices, throttle, clock } = context
  const device = await knownDevices.find(email, origin.device, clock.now())
  const attempt = { email, address: origin.clientAddress, device }
  await throttle.beforeSignIn(attempt)
  const member = await members.findByEmail(email)
  const factor = await secondFactors.find(member?.organization_id ?? '', member?._id ?? '')
  const isRight = await isPassword(password, member?.password_hash)
  if (!member || !isRight) throw refused(member, proof)
  const isFactorOn = Boolean(factor?.confirmed_at)
  if (isFactorOn && !hasProof(proof)) {
    await throttle.takeBackSignIn(attempt)
    throw new ProblemError('second_factor_required', 'Send totp or recovery_code as well.', {
      audit: noteOf(member),
    })
  }
  const begun = await connection.transaction(async (transaction) => {
    // Or else a session could begin with the old password while a reset ends all sessions.
    if (!(await members.lockPassword(member, transaction))) throw refused(member, proof)
    if (factor && isFactorOn && !(await useProof(transaction, context, factor, proof)))
      throw refused(member, proof)
    const session = newSession(member, origin, clock.now())
    await sessions.insert(session.record, transaction)
    const device = await knownDevices.remember(member, origin.device, clock.now(), transaction)
    return { ...session, device }
  })
  await throttle.afterSignIn(attempt)
  return begun
}

const hasProof = ({ totp, recovery_code }: SecondProof): boolean =>
  totp !== undefined || recovery_code !== undefined

/** Whose account it was tried with. The gateway takes the note away, so a guesser gets the same answer for every address. */
const noteOf = (member: Member | null): AuditNote => ({
  organization_id: member?.organization_id,
  actor: member?._id,
  resource: member?._id,
})

/** Says what was sent, not what was wrong with it. */
const refused = (member: Member | null, proof: SecondProof) =>
  new ProblemError(
    'invalid_sign_in',
    `No account has this e-mail address${hasProof(proof) ? ', password and code.' : ' and password.'}`,
    { audit: noteOf(member) },
  )
