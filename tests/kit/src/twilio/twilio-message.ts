import { randomBytes } from 'node:crypto'

/** A message that the local Twilio accepted. */
export interface TwilioMessage {
  readonly sid: string
  readonly accountSid: string
  readonly to: string
  readonly from: string | null
  readonly messagingServiceSid: string | null
  readonly body: string
  /** Where to report its statuses. */
  readonly statusCallback: string | null
  readonly validityPeriod: string | null
}

/** An error response: https://www.twilio.com/docs/usage/twilios-response#exceptions */
export interface TwilioError {
  readonly status: number
  readonly code: number
  readonly message: string
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A SID: two letters and 32 hexadecimal digits (https://www.twilio.com/docs/glossary/what-is-a-sid). */
export const newSid = (prefix: 'AC' | 'MG' | 'SM'): string => `${prefix}${hex(16)}`

export const newAuthToken = (): string => hex(16)

/**
 * Reads the form of a request to send (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message), or
 * returns Twilio's error (https://www.twilio.com/docs/api/errors).
 */
export function readMessage(accountSid: string, form: URLSearchParams): TwilioMessage | TwilioError {
  const to = form.get('To') ?? ''
  const from = form.get('From')
  const messagingServiceSid = form.get('MessagingServiceSid')
  const bad = (code: number, message: string): TwilioError => ({ status: 400, code, message })
  if (!to) return bad(21_604, "A 'To' phone number is required.")
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return bad(21_211, `The 'To' number ${to} is not a valid phone number.`)
  if (!from && !messagingServiceSid) return bad(21_603, "A 'From' phone number is required.")
  if (!form.get('Body')) return bad(21_619, 'A text message body or media urls must be specified.')
  return {
    sid: newSid('SM'),
    ...{ accountSid, to, from, messagingServiceSid },
    body: form.get('Body') ?? '',
    statusCallback: form.get('StatusCallback'),
    validityPeriod: form.get('ValidityPeriod'),
  }
}

/** The response for an accepted message: a Messaging Service's start as `accepted`, others as `queued`. */
export const presentMessage = ({ sid, accountSid, to, from, messagingServiceSid, body }: TwilioMessage) => ({
  account_sid: accountSid,
  api_version: '2010-04-01',
  body,
  date_created: new Date().toUTCString().replace('GMT', '+0000'),
  date_sent: null,
  date_updated: new Date().toUTCString().replace('GMT', '+0000'),
  direction: 'outbound-api',
  error_code: null,
  error_message: null,
  from,
  messaging_service_sid: messagingServiceSid,
  num_media: '0',
  num_segments: messagingServiceSid ? '0' : '1',
  price: null,
  price_unit: 'USD',
  sid,
  status: messagingServiceSid ? 'accepted' : 'queued',
  subresource_uris: { media: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media.json` },
  to,
  uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
})
