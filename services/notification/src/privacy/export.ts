import type { PrivacyRecords } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import { guestIdsOf, NOTIFICATIONS } from './find-people.ts'
import { KINDS, type Whose } from './records.ts'
import type { Outcome, People, PrivacyState } from './state.ts'

/** Exports the next records of people. The queue service exports the guests themselves. */
export async function exportPeople(
  ctx: NotificationContext,
  people: People,
  state: PrivacyState,
): Promise<Outcome> {
  const { organizationId, subject } = people
  const guestIds = await guestIdsOf(ctx, people, state)
  return await exportNext(ctx, { organizationId, people: { subject, guestIds } }, { ...state, guestIds })
}

/** Exports the next records of an organisation. */
export const exportOrganization = (
  ctx: NotificationContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> => exportNext(ctx, { organizationId }, state)

/** One kind of record after the other, as many as fit into one answer. */
async function exportNext(ctx: NotificationContext, whose: Whose, state: PrivacyState): Promise<Outcome> {
  const data: PrivacyRecords = []
  const part = state.parts + 1
  let { kind = 0, after } = state
  for (let find = KINDS[kind]; find; find = KINDS[kind]) {
    const room = NOTIFICATIONS - data.length
    const found = await find(ctx, whose, after, room)
    data.push(...found.map((record) => record.data))
    if (found.length === room) {
      const next = { ...state, parts: part, kind, after: found.at(-1)?.id ?? '' }
      return { answer: { part, records: data.length, data }, state: next }
    }
    kind += 1
    after = ''
  }
  return { answer: { part, records: data.length, data } }
}
