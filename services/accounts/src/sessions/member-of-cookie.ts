import { hashSessionToken, isWellFormedSessionToken, readCookie } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'

/** The member signed in with a browser's cookies; undefined: nobody. */
export async function memberOfCookie(
  { sessions, members, cookie, clock }: Pick<ServiceContext, 'sessions' | 'members' | 'cookie' | 'clock'>,
  cookies: string | undefined,
): Promise<Member | undefined> {
  const token = readCookie(cookies, cookie.name)
  if (token === undefined || !isWellFormedSessionToken(token)) return undefined
  const session = await sessions.findBySha256(hashSessionToken(token))
  if (!session || session.expires_at <= clock.now()) return undefined
  return (await members.find(session.organization_id, session.member_id)) ?? undefined
}
