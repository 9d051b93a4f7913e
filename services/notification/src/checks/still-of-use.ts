import type { Guest, TemplateKind } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { isAutomatic, type NotificationRecord } from '../notifications/notification.ts'
import { type Check, giveUp } from './check.ts'

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
export function changedSince(
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
export const stillOfUse: Check = async (ctx, record) => {
  const { kind, guest_id, queue_id, organization_id, to_line } = record
  if (!guest_id || !(to_line || isAutomatic(record))) return null
  const guest = await ctx.guests.find(organization_id, guest_id)
  // Words for everybody in a line are meant for the same guests as those on joining it.
  const changed =
    guest && (changedSince(to_line ? 'added' : kind, queue_id, guest) ?? (await calledSince(ctx, record)))
  return changed ? giveUp('no_longer_of_use', `It was not sent, as the guest ${changed} by now.`) : null
}
