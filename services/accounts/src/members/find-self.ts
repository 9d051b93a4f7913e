import type { Caller } from '@usher/contracts'
import { notFound } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { Member } from './member.ts'

/** The member who asks. @throws ProblemError `not_found` for one who was removed since the gateway looked */
export async function findSelf({ members }: AccountsContext, caller: Caller): Promise<Member> {
  const self = await members.find(caller.organization_id, caller.actor)
  if (!self) throw notFound('member')
  return self
}
