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

/** Redirects a callback, for tests in which nothing listens at the public address. */
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
 * The signature of a request: HMAC-SHA1, with the auth token, of the URL as called and the form's parameters sorted by
 * name, each followed by its value (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export function signatureOf(authToken: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).sort()
  const data = names.reduce((text, name) => text + name + params[name], url)
  return createHmac('sha1', authToken).update(data, 'utf8').digest('base64')
}

/** Calls a callback address as Twilio does. */
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

/** Parameters of a status callback: https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
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
  /** Set if Advanced Opt-Out handled it. */
  readonly optOutType?: 'STOP' | 'START' | 'HELP'
}

/** Parameters of an incoming message callback: https://www.twilio.com/docs/messaging/guides/webhook-request */
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
