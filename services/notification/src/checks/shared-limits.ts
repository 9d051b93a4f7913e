import type { NotificationError } from '@usher/contracts'
import { mailboxOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { sharedAllowance } from '../limits/shared-ladder.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { OrganizationRecord } from '../organizations/organization-store.ts'
import { type Check, giveUp } from './check.ts'
import { reserveOf } from './limits.ts'

/** Mails to one person from all organisations: more than somebody with a booking in two queues needs. */
const PER_RECIPIENT = { hour: 20, day: 40 } as const

/** Counted for the installation as a whole. */
const ALL = ''

const SENT = 'shared sent'
const RETURNED = 'shared returned'

/** Error of made-up or bought addresses. */
const INVALID_ADDRESS = 'invalid_address'

/** Counts a mail through the shared server that was rejected or bounced because the address does not exist. */
export async function noteReturned(
  ctx: NotificationContext,
  organizationId: string,
  error: Pick<NotificationError, 'code'> | undefined,
  now: Date,
): Promise<void> {
  if (error?.code === INVALID_ADDRESS)
    await ctx.counters.add({ organizationId, of: RETURNED, per: 'week' }, now)
}

/**
 * Limits mail through the shared server: per organisation, by its verification, age and bounce rate, and per recipient.
 * Counts the message at its first attempt through that server, which may follow attempts through others: run it last.
 */
export const withinSharedLimits: Check = async (ctx, record, now, { provider: { isShared } }) => {
  const { organization_id: organizationId, shared_counted, to } = record
  if (!isShared || shared_counted || to === null) return null
  const refused = (await withinAllowance(ctx, record, now)) ?? (await withinRecipient(ctx, record, now))
  if (refused) return refused
  await ctx.counters.add({ organizationId, of: SENT, per: 'week' }, now)
  return null
}

async function withinAllowance(ctx: NotificationContext, record: NotificationRecord, now: Date) {
  const { organization_id: organizationId, guest_id, kind } = record
  const organization = await ctx.organizations.find(organizationId)
  const [sent, returned] = await Promise.all(
    [SENT, RETURNED].map((of) => ctx.counters.recent({ organizationId, of, per: 'week' }, now)),
  )
  const verifiedAt = organization && hasCreationEvent(organization) ? organization.verified_at : now
  const sender = { verifiedAt, sent: sent ?? 0, returned: returned ?? 0 }
  const { perDay, toStrangers } = sharedAllowance(sender, now)
  const isStranger = guest_id === null && !kind?.startsWith('booking_')
  const day = (of: string, max: number) => ctx.counters.take({ organizationId, of, per: 'day', max }, now)
  if (isStranger && !(await day('shared strangers', toStrangers)))
    return tooMany(toStrangers, ' to strangers')
  if (!(await day(SENT, perDay))) return tooMany(perDay, '')
  return null
}

/** Whether the creation event has arrived; until then the lowest allowance applies. */
const hasCreationEvent = ({ sequence }: OrganizationRecord): boolean => sequence > 0

const tooMany = (max: number, whom: string) =>
  giveUp('shared_limit', `The organisation may send ${max} mails${whom} a day by this installation for now.`)

/** Recipients are hashed; counters expire after two periods. */
async function withinRecipient(ctx: NotificationContext, record: NotificationRecord, now: Date) {
  const of = ctx.addressHashes.of(ALL, mailboxOf(record.to ?? ''))
  for (const per of ['hour', 'day'] as const) {
    const max = Math.ceil(PER_RECIPIENT[per] * reserveOf(record))
    if (await ctx.counters.take({ organizationId: ALL, of, per, max }, now)) continue
    const time = per === 'hour' ? 'an hour' : 'a day'
    const had = `The recipient has had the ${PER_RECIPIENT[per]} mails ${time} that this installation sends to one.`
    return giveUp('shared_recipient_limit', had)
  }
  return null
}
