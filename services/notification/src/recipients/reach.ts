import type { Channel, NotificationError } from '@usher/contracts'
import { phoneKind } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'
import { ownError } from '../notifications/lifecycle.ts'
import type { Address } from '../notifications/notification.ts'

/** Why no message can be sent to a number. */
export interface Unreachable {
  readonly code: 'invalid_number' | 'landline' | 'special_number'
  /** Ends a sentence that begins with what it is about. */
  readonly reason: string
}

/**
 * Why an SMS cannot be sent to a number in E.164; undefined: it can. Premium numbers are a way to make others
 * pay, free and shared ones receive nothing.
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

/** The channel that an address is of. */
export const channelOf = (to: string): Channel => (to.includes('@') ? 'email' : 'sms')

const NO_ADDRESS = 'no_address'

type Addresses = Pick<GuestRecord, 'phone' | 'email'>

/** Where a message reaches a guest by a channel, or why it does not. */
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

/** By SMS where that reaches the guest, else by e-mail; or why not by SMS. */
export function reachOf(guest: Addresses): Address | NotificationError {
  const bySms = reachBy(guest, 'sms')
  const byEmail = reachBy(guest, 'email')
  return 'to' in bySms || !('to' in byEmail) ? bySms : byEmail
}

const CHANNELS: readonly Channel[] = ['sms', 'email']

/** Where else a message reaches a guest, in the order in which that is tried. */
export const alternativesTo = (channel: Channel, guest: Addresses): Address[] =>
  CHANNELS.filter((other) => other !== channel).flatMap((other) => {
    const reached = reachBy(guest, other)
    return 'to' in reached ? [reached] : []
  })
