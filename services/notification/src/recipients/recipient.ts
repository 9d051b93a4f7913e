import type { Caller, Channel, NotificationSend } from '@usher/contracts'
import { invalidField, normalizePhone, notFound, ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { channelOf, isEmail, unreachableBySms } from './reach.ts'

/** Whom a message goes to. */
export interface Recipient {
  readonly guest: GuestRecord | null
  readonly channel: Channel
  readonly to: string
}

/** Milliseconds in which the event of a guest who was just added is here. */
const EVENT_HERE_MS = 2_000
const LOOK_AGAIN_MS = 50

/**
 * Finds whom a message is meant for.
 *
 * @throws ProblemError `validation_failed` for an address that is no good, `not_found` for an unknown guest,
 * `recipient_unreachable` for a guest whom nothing reaches
 */
export async function findRecipient(
  ctx: NotificationContext,
  { organization_id, country }: Caller,
  { guest_id, to = '', channel }: Pick<NotificationSend, 'guest_id' | 'to' | 'channel'>,
): Promise<Recipient> {
  if (guest_id !== undefined) return recipientOf(await knownGuest(ctx, organization_id, guest_id), channel)
  const own = channelOf(to)
  if (channel !== 'auto' && channel !== own) {
    throw invalidField('/to', `is not an address for ${channel}`, 'wrong_channel')
  }
  return { guest: null, channel: own, to: own === 'email' ? checkedEmail(to) : checkedNumber(to, country) }
}

/** A guest as events have told; one who is not known yet may have been added just now. */
export async function knownGuest(
  ctx: NotificationContext,
  organizationId: string,
  id: string,
): Promise<GuestRecord> {
  const until = Date.now() + EVENT_HERE_MS
  for (;;) {
    const guest = await ctx.guests.find(organizationId, id)
    if (guest) return guest
    if (Date.now() >= until) throw notFound('guest')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

function recipientOf(guest: GuestRecord, channel: NotificationSend['channel']): Recipient {
  const refused = (detail: string) => new ProblemError('recipient_unreachable', detail)
  if (channel === 'email') throw refused('The guest has no e-mail address.')
  if (guest.phone === null) throw refused('The guest has no phone number.')
  const unreachable = unreachableBySms(guest.phone)
  if (unreachable) throw refused(`The phone number of the guest ${unreachable.reason}.`)
  return { guest, channel: 'sms', to: guest.phone }
}

/** @throws ProblemError `validation_failed` for what is neither a number nor an e-mail address */
export const checkedAddress = (to: string, country: string): string =>
  channelOf(to) === 'email' ? checkedEmail(to) : normalizePhone(to, country, '/to')

function checkedEmail(to: string): string {
  if (isEmail(to)) return to
  throw invalidField('/to', 'must be a phone number or an e-mail address', 'invalid_email')
}

function checkedNumber(to: string, country: string): string {
  const number = normalizePhone(to, country, '/to')
  const unreachable = unreachableBySms(number)
  if (!unreachable) return number
  throw invalidField('/to', unreachable.reason, unreachable.code)
}
