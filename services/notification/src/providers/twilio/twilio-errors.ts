import type { NotificationError } from '@usher/contracts'
import { ownError } from '../../notifications/lifecycle.ts'
import { refused, type SendResult } from '../../notifications/outcome.ts'

/**
 * refuse: permanent.
 * later: certainly not accepted, but may be later.
 */
type Meaning = readonly [kind: 'refuse' | 'later', code: string, message: string]

/**
 * Twilio's error codes, in responses and receipts, in our words. Each is described at
 * https://www.twilio.com/docs/api/errors/CODE; retries after 429 and 5xx:
 * https://www.twilio.com/docs/usage/rate-limits-and-backoff.
 */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  20003: ['refuse', 'credentials_refused', 'Twilio does not accept the account SID with this auth token.'],
  20005: ['refuse', 'account_suspended', 'The Twilio account is not active.'],
  20404: ['refuse', 'credentials_refused', 'Twilio does not know this account.'],
  20429: ['later', 'provider_busy', 'Twilio takes no more messages for the moment.'],
  21211: ['refuse', 'invalid_number', 'The number does not exist.'],
  21212: ['refuse', 'invalid_sender', 'The sender set up for Twilio is not valid.'],
  21214: ['refuse', 'unreachable', 'The number cannot be reached.'],
  21408: ['refuse', 'country_not_enabled', 'The Twilio account may not send to this country.'],
  21606: [
    'refuse',
    'invalid_sender',
    'The sender set up for Twilio is not one of the account that can send SMS.',
  ],
  21608: ['refuse', 'unverified_number', 'A Twilio trial account sends to verified numbers only.'],
  21610: ['refuse', 'opted_out', 'The recipient has answered STOP to this sender.'],
  21611: ['later', 'provider_busy', 'Too many messages of this sender are waiting at Twilio.'],
  21612: ['refuse', 'unreachable', 'Twilio cannot send from this sender to this number.'],
  21614: ['refuse', 'not_mobile', 'The number is not that of a mobile phone.'],
  21617: ['refuse', 'too_long', 'The text is too long for an SMS.'],
  21659: ['refuse', 'invalid_sender', 'The sender set up for Twilio is not a number of the account.'],
  21703: ['refuse', 'invalid_sender', 'The Messaging Service has no sender.'],
  21704: ['refuse', 'invalid_sender', 'The Messaging Service has no sender.'],
  21705: ['refuse', 'invalid_sender', 'The Messaging Service does not exist.'],
  30001: ['later', 'provider_busy', 'Too many messages of this sender are waiting at Twilio.'],
  30002: ['refuse', 'account_suspended', 'The Twilio account is suspended.'],
  30003: ['refuse', 'unreachable', 'The phone is off or cannot receive messages.'],
  30004: ['refuse', 'blocked', 'The message was blocked: the number does not take messages of this sender.'],
  30005: ['refuse', 'unknown_number', 'The number is unknown to its network or not in use any more.'],
  30006: ['refuse', 'landline', 'The number is a landline, or its network takes no messages.'],
  30007: ['refuse', 'filtered', 'The network held the message for spam and filtered it.'],
  30008: ['refuse', 'undelivered', 'The message did not arrive; the network does not say why.'],
  30034: [
    'refuse',
    'unregistered_sender',
    'US networks take no messages from a sender without registration.',
  ],
  30036: ['refuse', 'too_late', 'It could not be sent within its time.'],
}

const unknownCode = (code: number): Meaning => [
  'refuse',
  'provider_refused',
  `Twilio gave the error ${code}: see https://www.twilio.com/docs/api/errors/${code}`,
]

/** The reason of a Twilio error code, in plain words. */
export function twilioError(code: number): NotificationError {
  const [, ours, message] = MEANINGS[code] ?? unknownCode(code)
  return { code: ours, message, provider_code: String(code) }
}

/** A response from Twilio other than success. */
export class TwilioRefusal extends Error {
  override name = 'TwilioRefusal'
  readonly status: number
  /** Twilio's own code, if it sent one. */
  readonly code: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(status: number, code: number | undefined, retryAfterMs: number | undefined) {
    super(`Twilio answered ${status}`)
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Errors before a connection was made: nothing was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The result of a failed attempt. Anything that may have reached Twilio without a response is unknown. */
export function resultOfError(error: unknown): SendResult {
  if (error instanceof TwilioRefusal) return resultOfRefusal(error)
  const { code } = error as { code?: unknown }
  if (NOT_CONNECTED.has(String(code))) {
    return { outcome: 'failed', error: ownError('provider_unreachable', 'Twilio cannot be reached.') }
  }
  return {
    outcome: 'unknown',
    error: ownError('no_answer', 'Twilio was sent the message, but its answer did not arrive.'),
  }
}

function resultOfRefusal({ status, code, retryAfterMs }: TwilioRefusal): SendResult {
  const later = retryAfterMs === undefined ? {} : { retryAfterMs }
  // A gateway's timeout does not tell whether the server behind it went on.
  if (status === 504) {
    return { outcome: 'unknown', error: ownError('no_answer', 'Twilio did not answer in time.', '504') }
  }
  if (status >= 500) {
    const error = ownError('provider_unavailable', 'Twilio is out of order.', String(code ?? status))
    return { outcome: 'failed', error, ...later }
  }
  const known = code || (status === 429 ? 20_429 : status === 401 ? 20_003 : undefined)
  if (known === undefined) {
    return refused('provider_refused', 'Twilio did not understand the request.', String(status))
  }
  const error = twilioError(known)
  const isLater = status === 429 || MEANINGS[known]?.[0] === 'later'
  return isLater ? { outcome: 'failed', error, ...later } : { outcome: 'refused', error }
}
