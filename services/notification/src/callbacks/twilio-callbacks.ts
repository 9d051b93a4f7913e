import { operations } from '@usher/contracts'
import type { OpenCall, OpenOperationRouter } from '@usher/service-kit'
import twilio from 'twilio'
import type { NotificationContext } from '../context.ts'
import type { InboundMessage, OnInbound, OnReceipt, Receipt } from '../providers/provider.ts'
import { twilioError } from '../providers/twilio/twilio-errors.ts'
import { type CallbackOptions, provenProvider } from './proven-provider.ts'
import { takeReceipt } from './take-receipt.ts'

interface Handlers {
  readonly onReceipt: OnReceipt
  readonly onInbound: OnInbound
}

/** Takes what Twilio tells: what became of messages, and messages that came in. */
export function twilioCallbacks(
  ctx: NotificationContext,
  { on }: OpenOperationRouter,
  { onReceipt, onInbound }: Handlers,
  options: CallbackOptions,
): void {
  const proven = ({ params, body, request }: Signed) =>
    provenProvider(ctx, options, {
      ...{ token: params.token, kind: 'twilio' as const, request },
      // https://www.twilio.com/docs/usage/security#validating-requests; compared in constant time.
      isSigned: ({ auth_token = '' }) =>
        twilio.validateRequest(
          auth_token,
          request.header('x-twilio-signature') ?? '',
          options.publicUrl + request.url,
          body,
        ),
    })
  on(operations.receiveTwilioStatus, async (call) => {
    const { query, body } = call
    const provider = await proven(call)
    const status = STATUSES[body.MessageStatus]
    if (!status) return { body: null }
    await takeReceipt(ctx, onReceipt, provider, {
      notificationId: query.notification_id,
      messageId: body.MessageSid,
      status,
      at: ctx.clock.now(),
      ...(status === 'failed' &&
        /^\d+$/.test(body.ErrorCode ?? '') && { error: twilioError(Number(body.ErrorCode)) }),
    })
    return { body: null }
  })
  on(operations.receiveTwilioInbound, async (call) => {
    const { body } = call
    const provider = await proven(call)
    const optOut = OPT_OUTS[body.OptOutType ?? '']
    await onInbound({
      organizationId: provider.organization_id,
      provider: provider.kind,
      providerMessageId: body.MessageSid,
      channel: 'sms',
      from: body.From,
      to: body.To,
      text: body.Body ?? '',
      at: ctx.clock.now(),
      ...(optOut && { optOut }),
    })
    return { body: emptyTwiml(), headers: { 'content-type': 'text/xml' } }
  })
}

/** An answer that has Twilio do nothing (https://www.twilio.com/docs/messaging/twiml). */
async function* emptyTwiml() {
  yield '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'
}

type Signed = Pick<OpenCall<typeof operations.receiveTwilioStatus>, 'params' | 'request'> & {
  readonly body: object
}

/**
 * What Twilio's statuses mean (https://www.twilio.com/docs/messaging/api/message-resource#message-status-values);
 * those that are not here are of messages that come in, or new.
 */
const STATUSES: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

const OPT_OUTS: Readonly<Record<string, NonNullable<InboundMessage['optOut']>>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
}
