import type { Caller } from '@usher/contracts'
import { notFound } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { Member } from './member.ts'

/**
 * Finds the calling member. @throws ProblemError `not_found` if the member was removed after the gateway's
 * check
 */
export async function findSelf({ members }: AccountsContext, caller: Caller): Promise<Member> {
  const self = await members.find(caller.organization_id, caller.actor)
  if (!self) throw notFound('member')
  return self
}
