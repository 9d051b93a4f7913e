import { type Caller, memberUpdated } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, type Origin } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { Changed } from './member.ts'

/**
 * Changes the calling member's name.
 *
 * @throws ProblemError `not_found` if the member was removed after the gateway's check
 */
export const renameSelf = (
  { connection, members, outbox, clock }: AccountsContext,
  { caller, origin }: { caller: Caller; origin: Origin },
  name: string | undefined,
): Promise<Changed> =>
  inTransaction(connection, async (session) => {
    const member = await members.require(caller.organization_id, caller.actor, session)
    if (name === undefined || member.name === name) return { before: member, after: member }
    await members.update(member, { name }, session)
    const event = newEvent(memberUpdated, {
      subject: member._id,
      sequence: member.sequence + 1,
      time: clock.now(),
      origin,
      data: { id: member._id, role: member.role },
    })
    await appendToOutbox(outbox, [event], session)
    return { before: member, after: { ...member, name } }
  })
