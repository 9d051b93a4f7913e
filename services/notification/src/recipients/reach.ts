import type { AddressChannel, Channel, NotificationError } from '@usher/contracts'
import { phoneKind } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'
import { ownError } from '../notifications/lifecycle.ts'
import type { Address } from '../notifications/notification.ts'

/** Why no message can be sent to a number. */
export interface Unreachable {
  readonly code: 'landline' | 'special_number'
  /** Ends a sentence that starts with its subject. */
  readonly reason: string
}

/**
 * Why an SMS cannot be sent to a number in E.164; undefined: it can. Premium numbers are used to make others pay;
 * toll-free and shared-cost ones receive nothing.
 */
export function unreachableBySms(number: string): Unreachable | undefined {
  switch (phoneKind(number)) {
    case 'landline':
      return { code: 'landline', reason: 'is a landline, which receives no SMS' }
    case 'special':
      return { code: 'special_number', reason: 'is a special number, to which no SMS is sent' }
    case 'mobile':
    case 'unusual':
      return undefined
  }
}

/** The channel of an address. */
export const channelOf = (to: string): AddressChannel => (to.includes('@') ? 'email' : 'sms')

const NO_ADDRESS = 'no_address'

type Addresses = Pick<GuestRecord, 'phone' | 'email'> & Partial<Pick<GuestRecord, '_id' | 'push'>>

/** In the order to try. */
const CHANNELS: readonly Channel[] = ['push', 'sms', 'email']

const ADDRESS: Readonly<Record<Channel, (guest: Addresses) => string | null>> = {
  push: ({ _id = null, push }) => (push ? _id : null),
  sms: ({ phone }) => phone,
  email: ({ email }) => email,
}

const LACKING: Readonly<Record<Channel, string>> = {
  push: 'The guest has not allowed notifications in a browser.',
  sms: 'The guest has no phone number.',
  email: 'The guest has no e-mail address.',
}

/** The guest's address on a channel, or why there is none. */
export function reachBy(guest: Addresses, channel: Channel): Address | NotificationError {
  const to = ADDRESS[channel](guest)
  if (!to) return ownError(NO_ADDRESS, LACKING[channel])
  const unreachable = channel === 'sms' && unreachableBySms(to)
  if (!unreachable) return { channel, to }
  return ownError(unreachable.code, `The phone number of the guest ${unreachable.reason}.`)
}

/** Push if allowed, else SMS, else e-mail; or why SMS is not possible. */
export function reachOf(guest: Addresses): Address | NotificationError {
  const [first] = addressesOf(guest)
  return first ?? reachBy(guest, 'sms')
}

/** The guest's other addresses, in the order to try. */
export const alternativesTo = (channel: Channel, guest: Addresses): Address[] =>
  addressesOf(guest).filter((address) => address.channel !== channel)

/** The addresses that can be written to, in the order to try. */
export const addressesOf = (guest: Addresses): Address[] =>
  CHANNELS.flatMap((channel) => {
    const reached = reachBy(guest, channel)
    return 'to' in reached ? [reached] : []
  })
