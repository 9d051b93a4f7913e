import type { SignIn } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { isPassword } from '../members/passwords.ts'
import { newSession, type Session } from './session.ts'

interface Origin {
  readonly clientAddress: string
  readonly userAgent: string | null
}

/**
 * Begins a session for whoever knows the password. Whether the account exists shows in nothing: the same
 * limits, the same work, the same answer.
 *
 * @throws ProblemError `invalid_sign_in`, or `rate_limited` after too many failures
 */
export async function signIn(
  { members, sessions, throttle, clock }: ServiceContext,
  { email, password }: SignIn,
  origin: Origin,
): Promise<{ record: Session; token: string }> {
  await throttle.beforeSignIn(email, origin.clientAddress)
  const member = await members.findByEmail(email)
  const isRight = await isPassword(password, member?.password_hash)
  if (!member || !isRight) {
    // The gateway takes the note away, so a guesser gets the same answer for every address.
    const audit = { organization_id: member?.organization_id, actor: member?._id, resource: member?._id }
    throw new ProblemError('invalid_sign_in', 'No account has this e-mail address and password.', { audit })
  }
  await throttle.afterSignIn(email, origin.clientAddress)
  const session = newSession(member, origin, clock.now())
  await sessions.insert(session.record)
  return session
}
