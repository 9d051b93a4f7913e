import { emailAddress, type HttpProviderEvent, operations } from '@usher/contracts'
import { type CallbackRequest, invalidField, type OperationRouter, senderNumber } from '@usher/service-kit'
import { Webhook } from 'standardwebhooks'
import type { NotificationContext } from '../context.ts'
import type { InboundMessage } from '../providers/provider.ts'
import type { ProviderRecord } from '../providers/settings/provider-record.ts'
import { createInboundHandler } from '../replies/on-inbound.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { provenProvider } from './proven-provider.ts'
import { takeReceipt } from './take-receipt.ts'

/** Receives callbacks of `http` providers: receipts and inbound messages. */
export function httpCallbacks(ctx: NotificationContext, { on }: OperationRouter, sending: Sending): void {
  const onInbound = createInboundHandler(ctx, sending)
  on(operations.receiveHttpEvent, async ({ params, body, request }) => {
    const claim = { token: params.token, kind: 'http' as const, request, isSigned }
    const provider = await provenProvider(ctx, claim)
    const at = body.at ? new Date(body.at) : ctx.clock.now()
    if (body.type === 'receipt') await takeReceipt(ctx, provider, receiptOf(body, at))
    else await onInbound(inboundOf(body, provider, at))
    return { body: null }
  })
}

/**
 * Checks the signature (Standard Webhooks 1.0), with five minutes of tolerance either way; the library compares in
 * constant time.
 */
function isSigned({ secret = '' }: Readonly<Record<string, string>>, request: CallbackRequest): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const headers = Object.fromEntries(names.map((name) => [name, request.header(name) ?? '']))
  try {
    new Webhook(secret).verify(request.body, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

type ReceiptEvent = Extract<HttpProviderEvent, { type: 'receipt' }>
type InboundEvent = Extract<HttpProviderEvent, { type: 'inbound' }>

const receiptOf = ({ id, status, error }: ReceiptEvent, at: Date) => ({
  notificationId: id,
  status,
  at,
  ...(status === 'failed' && error && { error: { ...error, provider_code: null } }),
})

/**
 * @throws ProblemError `validation_failed` for a channel the provider does not have, or an address that does not fit
 * it
 */
function inboundOf(
  { id, channel, from, to, text }: InboundEvent,
  provider: ProviderRecord,
  at: Date,
): InboundMessage {
  if (!provider.channels.includes(channel)) {
    throw invalidField('/channel', 'is not one of the provider', 'channel_not_supported')
  }
  return {
    organizationId: provider.organization_id,
    provider: provider.kind,
    // Message ids are unique per provider only.
    providerMessageId: `${provider._id} ${id}`,
    channel,
    from: senderOf(channel, from),
    to,
    text,
    at,
  }
}

/** The sender, normalised as in opt-outs and guests: a STOP must count however the address is written. */
function senderOf(channel: InboundEvent['channel'], from: string): string {
  if (channel === 'sms') {
    const number = senderNumber(from)
    if (number !== undefined) return number
    throw invalidField('/from', 'must be a phone number with its country code', 'invalid_phone')
  }
  const { data } = emailAddress.safeParse(/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from)
  if (data !== undefined) return data
  throw invalidField('/from', 'must be an e-mail address', 'invalid_email')
}
