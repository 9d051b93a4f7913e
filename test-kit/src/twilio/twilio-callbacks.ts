import { createHmac, randomUUID } from 'node:crypto'
import type { TwilioMessage } from './twilio-message.ts'

/** Statuses of an outgoing message: https://www.twilio.com/docs/messaging/api/message-resource#message-status-values */
export type TwilioStatus =
  | 'accepted'
  | 'scheduled'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'canceled'
  | 'read'

/** Where a callback really goes, for tests in which the public address is nobody's. */
export type RouteCallback = (url: string) => { url: string; headers?: Record<string, string> }

export interface CallbackAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

interface Callback {
  readonly url: string
  readonly authToken: string
  readonly params: Record<string, string>
  readonly route: RouteCallback
}

/**
 * The signature of a request: HMAC-SHA1, by the auth token, of the URL as it is called and the parameters of the
 * form in the order of their names, each followed by its value
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export function signatureOf(authToken: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).sort()
  const data = names.reduce((text, name) => text + name + params[name], url)
  return createHmac('sha1', authToken).update(data, 'utf8').digest('base64')
}

/** Calls an address of ours as Twilio does. */
export async function callBack({ url, authToken, params, route }: Callback): Promise<CallbackAnswer> {
  const { url: target, headers } = route(url)
  const response = await fetch(target, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'i-twilio-idempotency-token': randomUUID(),
      'x-twilio-signature': signatureOf(authToken, url, params),
    },
    body: new URLSearchParams(params).toString(),
  })
  const contentType = response.headers.get('content-type')
  return { status: response.status, contentType, body: await response.text() }
}

/** What is told of a status: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
export const statusParams = (
  { sid, accountSid, to, from, messagingServiceSid }: TwilioMessage,
  status: TwilioStatus,
  errorCode?: number,
): Record<string, string> => ({
  ApiVersion: '2010-04-01',
  AccountSid: accountSid,
  MessageSid: sid,
  SmsSid: sid,
  MessageStatus: status,
  SmsStatus: status,
  To: to,
  From: from ?? '+15005550006',
  ...(messagingServiceSid && { MessagingServiceSid: messagingServiceSid }),
  ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
})

export interface Inbound {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** Where Advanced Opt-Out has acted upon it. */
  readonly optOutType?: 'STOP' | 'START' | 'HELP'
}

/** What is told of a message that came in: https://www.twilio.com/docs/messaging/guides/webhook-request */
export const inboundParams = (
  accountSid: string,
  { sid, from, to, body, optOutType }: Inbound,
): Record<string, string> => ({
  ApiVersion: '2010-04-01',
  AccountSid: accountSid,
  MessageSid: sid,
  SmsSid: sid,
  SmsMessageSid: sid,
  SmsStatus: 'received',
  From: from,
  To: to,
  Body: body,
  NumMedia: '0',
  NumSegments: '1',
  FromCountry: 'US',
  ToCountry: 'US',
  ...(optOutType && { OptOutType: optOutType }),
})
