import type { Channel } from '@usher/contracts'
import { phoneKind } from '@usher/service-kit'

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

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/u

export const isEmail = (to: string): boolean => EMAIL.test(to)

/** The channel that an address is of. */
export const channelOf = (to: string): Channel => (to.includes('@') ? 'email' : 'sms')
