import { operations } from '@usher/contracts'
import { type OpenCall, type OperationRouter, senderNumber } from '@usher/service-kit'
import twilio from 'twilio'
import type { NotificationContext } from '../context.ts'
import type { Receipt } from '../notifications/outcome.ts'
import type { InboundMessage } from '../providers/provider.ts'
import type { ProviderRecord } from '../providers/settings/provider-record.ts'
import { twilioError } from '../providers/twilio/twilio-errors.ts'
import { createInboundHandler } from '../replies/on-inbound.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { provenProvider } from './proven-provider.ts'
import { takeReceipt } from './take-receipt.ts'

/** Receives Twilio's callbacks: receipts and inbound messages. */
export function twilioCallbacks(ctx: NotificationContext, { on }: OperationRouter, sending: Sending): void {
  const onInbound = createInboundHandler(ctx, sending)
  const proven = ({ params, body, request }: Signed) =>
    provenProvider(ctx, {
      token: params.token,
      kind: 'twilio' as const,
      request,
      // https://www.twilio.com/docs/usage/security#validating-requests; compares in constant time.
      isSigned: ({ auth_token = '' }) =>
        twilio.validateRequest(
          auth_token,
          request.header('x-twilio-signature') ?? '',
          ctx.config.publicUrl + request.url,
          body,
        ),
    })
  on(operations.receiveTwilioStatus, async (call) => {
    const provider = await proven(call)
    const told = receiptOf(call, ctx.clock.now())
    if (told) await takeReceipt(ctx, provider, told)
    return { body: null }
  })
  on(operations.receiveTwilioInbound, async (call) => {
    const provider = await proven(call)
    await onInbound(inboundOf(call, provider, ctx.clock.now()))
    return { body: emptyTwiml(), headers: { 'content-type': 'text/xml' } }
  })
}

type StatusCall = Pick<OpenCall<typeof operations.receiveTwilioStatus>, 'query' | 'body'>
type InboundCall = Pick<OpenCall<typeof operations.receiveTwilioInbound>, 'body'>

/** The receipt that a status amounts to; undefined: none. */
function receiptOf({ query, body }: StatusCall, at: Date) {
  const status = STATUSES.get(body.MessageStatus)
  if (!status) return undefined
  const code = status === 'failed' && /^\d+$/.test(body.ErrorCode ?? '') ? Number(body.ErrorCode) : undefined
  return {
    notificationId: query.notification_id,
    messageId: body.MessageSid,
    status,
    at,
    ...(code !== undefined && { error: twilioError(code) }),
  }
}

function inboundOf({ body }: InboundCall, provider: ProviderRecord, at: Date): InboundMessage {
  const optOut = OPT_OUTS.get(body.OptOutType ?? '')
  return {
    organizationId: provider.organization_id,
    provider: provider.kind,
    providerMessageId: body.MessageSid,
    channel: 'sms',
    // Short codes and names stay as they are.
    from: senderNumber(body.From) ?? body.From,
    to: body.To,
    text: body.Body ?? '',
    at,
    ...(optOut && { optOut }),
  }
}

/** A response that makes Twilio do nothing (https://www.twilio.com/docs/messaging/twiml). */
async function* emptyTwiml() {
  yield '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
}

type Signed = Pick<OpenCall<typeof operations.receiveTwilioStatus>, 'params' | 'request'> & {
  readonly body: object
}

/**
 * Twilio's statuses (https://www.twilio.com/docs/messaging/api/message-resource#message-status-values); those missing
 * are of inbound or new messages.
 */
const STATUSES: ReadonlyMap<string, Receipt['status']> = new Map([
  ['accepted', 'accepted'],
  ['scheduled', 'accepted'],
  ['queued', 'accepted'],
  ['sending', 'accepted'],
  ['sent', 'accepted'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

const OPT_OUTS: ReadonlyMap<string, NonNullable<InboundMessage['optOut']>> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
])
