import type { Channel, NotificationError } from '@usher/contracts'
import { phoneKind } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'
import { ownError } from '../notifications/lifecycle.ts'
import type { Address } from '../notifications/notification.ts'

/** Why no message can be sent to a number. */
export interface Unreachable {
  readonly code: 'invalid_number' | 'landline' | 'special_number'
  /** Ends a sentence that starts with its subject. */
  readonly reason: string
}

/**
 * Why an SMS cannot be sent to a number in E.164; undefined: it can. Premium numbers are used to make others pay;
 * toll-free and shared-cost ones receive nothing.
 */
export function unreachableBySms(number: string): Unreachable | undefined {
  switch (phoneKind(number)) {
    case 'invalid':
      return { code: 'invalid_number', reason: 'is not a phone number that exists' }
    case 'landline':
      return { code: 'landline', reason: 'is a landline, which receives no SMS' }
    case 'special':
      return { code: 'special_number', reason: 'is a special number, to which no SMS is sent' }
    case 'mobile':
      return undefined
  }
}

/** The channel of an address. */
export const channelOf = (to: string): Channel => (to.includes('@') ? 'email' : 'sms')

const NO_ADDRESS = 'no_address'

type Addresses = Pick<GuestRecord, 'phone' | 'email'>

/** The guest's address on a channel, or why there is none. */
export function reachBy({ phone, email }: Addresses, channel: Channel): Address | NotificationError {
  const to = channel === 'sms' ? phone : email
  if (!to) {
    const lacking = channel === 'sms' ? 'phone number' : 'e-mail address'
    return ownError(NO_ADDRESS, `The guest has no ${lacking}.`)
  }
  const unreachable = channel === 'sms' && unreachableBySms(to)
  if (!unreachable) return { channel, to }
  return ownError(unreachable.code, `The phone number of the guest ${unreachable.reason}.`)
}

/** SMS if possible, else e-mail; or why SMS is not possible. */
export function reachOf(guest: Addresses): Address | NotificationError {
  const bySms = reachBy(guest, 'sms')
  const byEmail = reachBy(guest, 'email')
  return 'to' in bySms || !('to' in byEmail) ? bySms : byEmail
}

const CHANNELS: readonly Channel[] = ['sms', 'email']

/** The guest's other addresses, in the order to try. */
export const alternativesTo = (channel: Channel, guest: Addresses): Address[] =>
  CHANNELS.filter((other) => other !== channel).flatMap((other) => {
    const reached = reachBy(guest, other)
    return 'to' in reached ? [reached] : []
  })
