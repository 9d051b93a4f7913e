import {
  type Caller,
  type Channel,
  cleanedEmail,
  emailAddress,
  type NotificationSend,
} from '@usher/contracts'
import { findOnceKnown, invalidField, normalizePhone, notFound, ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { Address } from '../notifications/notification.ts'
import { alternativesTo, channelOf, reachBy, reachOf, unreachableBySms } from './reach.ts'

/** Who a message goes to. */
export interface Recipient {
  readonly guest: GuestRecord | null
  readonly channel: Channel
  readonly to: string
  /** To try in order if the first address fails. */
  readonly alternatives: readonly Address[]
}

/**
 * Resolves the recipient of a message.
 *
 * @throws ProblemError `validation_failed` for an invalid address, `not_found` for an unknown guest,
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
  const address = own === 'email' ? checkedEmail(to) : checkedNumber(to, country)
  return { guest: null, channel: own, to: address, alternatives: [] }
}

/** The service's copy of a guest; waits briefly for one who may have been added just now. */
export async function knownGuest(
  ctx: NotificationContext,
  organizationId: string,
  id: string,
): Promise<GuestRecord> {
  const guest = await findOnceKnown(ctx.clock, organizationId, id, () => ctx.guests.find(organizationId, id))
  if (!guest) throw notFound('guest')
  return guest
}

/** auto: SMS if possible, else e-mail; a channel that was chosen is the only one tried. */
function recipientOf(guest: GuestRecord, channel: NotificationSend['channel']): Recipient {
  const reached = channel === 'auto' ? reachOf(guest) : reachBy(guest, channel)
  if ('to' in reached) {
    return {
      guest,
      ...reached,
      alternatives: channel === 'auto' ? alternativesTo(reached.channel, guest) : [],
    }
  }
  throw new ProblemError('recipient_unreachable', reached.message)
}

/** @throws ProblemError `validation_failed` for anything but a phone number or an e-mail address */
export const checkedAddress = (to: string, country: string, pointer = '/to'): string =>
  channelOf(to) === 'email' ? checkedEmail(to, pointer) : normalizePhone(to, country, pointer)

/** An address to search for, spelt as it would be stored. @throws ProblemError `validation_failed` for a bad number */
export const soughtAddress = (address: string, country: string, pointer: string): string =>
  address.includes('@') ? cleanedEmail(address) : normalizePhone(address, country, pointer)

function checkedEmail(to: string, pointer = '/to'): string {
  const { data } = emailAddress.safeParse(to)
  if (data !== undefined) return data
  throw invalidField(pointer, 'must be a phone number or an e-mail address', 'invalid_email')
}

function checkedNumber(to: string, country: string): string {
  const number = normalizePhone(to, country, '/to')
  const unreachable = unreachableBySms(number)
  if (!unreachable) return number
  throw invalidField('/to', unreachable.reason, unreachable.code)
}
