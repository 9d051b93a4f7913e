import type { Guest, TemplateKind } from '@usher/contracts'
import { quietUntil } from '@usher/contracts/quiet-hours'
import { heldUntil } from '../bookings/send-time.ts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { isAutomatic, type NotificationRecord } from '../notifications/notification.ts'
import { type Check, giveUp, type Permission } from './check.ts'
import { withinLimits } from './limits.ts'
import { notOptedOut, toAllowedCountry } from './recipient.ts'
import { withinSharedLimits } from './shared-limits.ts'

const IN_LINE: readonly Guest['status'][] = ['waiting', 'notified']

/** Guest statuses in which an automatic message is still of use. */
const MEANT_FOR: Partial<Record<TemplateKind, readonly Guest['status'][]>> = {
  added: IN_LINE,
  almost_ready: ['waiting'],
  ready: ['notified'],
  reminder: ['notified'],
  no_show: ['no_show'],
  requeued: ['waiting'],
}

const IN_WORDS: Readonly<Record<Guest['status'], string>> = {
  waiting: 'waits',
  notified: 'was called',
  seated: 'was seated',
  no_show: 'is a no-show',
  removed: 'has left the line',
}

/** Why an automatic message is outdated, as the end of a sentence about the guest; undefined: it is not. */
function changedSince(
  kind: TemplateKind | null,
  queueId: string | null,
  guest: Pick<GuestRecord, 'status' | 'queue_id' | 'has_arrived'>,
): string | undefined {
  const statuses = kind && MEANT_FOR[kind]
  if (!statuses) return undefined
  if (!statuses.includes(guest.status)) return IN_WORDS[guest.status]
  if (guest.queue_id !== queueId) return 'is in another queue'
  return kind === 'reminder' && guest.has_arrived ? 'has arrived' : undefined
}

/** A call whose message was held may have been taken back and made again, which has a message of its own. */
async function calledSince(
  { notifications }: NotificationContext,
  record: NotificationRecord,
): Promise<string | undefined> {
  const isHeldCall = record.kind === 'ready' && Boolean(record.send_at)
  return isHeldCall && (await notifications.hasLater(record)) ? 'was called again' : undefined
}

/** Gives up automatic messages and announcements that are no longer true. Other requested messages are sent. */
const stillOfUse: Check = async (ctx, record) => {
  const { kind, guest_id, queue_id, organization_id, to_line } = record
  if (!guest_id || !(to_line || isAutomatic(record))) return null
  const guest = await ctx.guests.find(organization_id, guest_id)
  // Words for everybody in a line are meant for the same guests as those on joining it.
  const changed =
    guest && (changedSince(to_line ? 'added' : kind, queue_id, guest) ?? (await calledSince(ctx, record)))
  return changed ? giveUp('no_longer_of_use', `It was not sent, as the guest ${changed} by now.`) : null
}

/** Gives up a message that was held while a later one of the same booking came. */
const notOvertaken: Check = async ({ notifications }, record) =>
  record.held && record.booking_id && (await notifications.isOvertaken(record))
    ? giveUp('no_longer_of_use', 'It was not sent, as the booking was changed by now.')
    : null

/** Automatic messages to guests that can wait; all others answer what a guest just did or waits for. */
const CAN_WAIT: readonly (TemplateKind | null)[] = ['reminder', 'no_show']

const isToWait = (record: NotificationRecord): boolean =>
  isAutomatic(record) ? CAN_WAIT.includes(record.kind) : !record.urgent && !record.exempt

/** Holds messages until the quiet hours of the queue end, or gives them up if they expire before. */
const outsideQuietHours: Check = async (ctx, record, now) => {
  const { organization_id, queue_id, expires_at } = record
  if (!queue_id || !isToWait(record)) return null
  const { quiet_hours } = await ctx.queueMessages.recall(organization_id, queue_id)
  const queue = quiet_hours && (await ctx.queues.recall(organization_id, queue_id))
  const until = queue && quietUntil(quiet_hours, queue.timezone, now)
  if (!until) return null
  const message = `The queue has quiet hours until ${quiet_hours.end}.`
  if (expires_at && expires_at <= until) {
    return giveUp('quiet_hours', `${message} After them it would be of no use.`)
  }
  return { kind: 'wait', held: { code: 'quiet_hours', message, until } }
}

/** Holds messages about bookings until the quiet hours of the organisation end, unless the booking starts too soon. */
const outsideBookingQuietHours: Check = async (ctx, { organization_id, quiet }, now) => {
  if (!quiet) return null
  const { quiet_hours = null } = (await ctx.organizations.recall(organization_id)) ?? {}
  const until = heldUntil(quiet_hours, quiet, now)
  if (!until) return null
  const message = `The organisation has quiet hours until ${quiet_hours?.end}.`
  return { kind: 'wait', held: { code: 'quiet_hours', message, until } }
}

const SEND: Permission = { kind: 'send' }

const inTime: Check = async (_ctx, { expires_at }, now) =>
  expires_at && expires_at <= now ? giveUp('too_late', 'It was not sent in time to be of use.') : null

/** In order. The limits come last: they count every message that they let through. */
const CHECKS: readonly Check[] = [
  inTime,
  stillOfUse,
  notOvertaken,
  notOptedOut,
  toAllowedCountry,
  outsideQuietHours,
  outsideBookingQuietHours,
  withinLimits,
  withinSharedLimits,
]

/** Runs all checks before an attempt: may the message be sent, must it wait, or is it given up? */
export async function permissionFor(...asked: Parameters<Check>): Promise<Permission> {
  for (const check of CHECKS) {
    const found = await check(...asked)
    if (found) return found
  }
  return SEND
}
