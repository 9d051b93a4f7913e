import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation, textStream } from '../operation.ts'
import {
  httpProviderEventSchema,
  twilioInboundSchema,
  twilioStatusSchema,
} from '../resources/message-callback.ts'
import { byToken } from './parts.ts'

const common = {
  tag: 'Message callbacks',
  service: 'notification',
  scope: null,
  method: 'post',
  // Any text: an invalid token is a 404 like an unknown one.
  params: byToken,
  errors: ['not_found', 'forbidden'],
} as const

const twilio = { ...common, callback: 'application/x-www-form-urlencoded' } as const

export const receiveTwilioStatus = defineOperation({
  ...twilio,
  id: 'receiveTwilioStatus',
  path: '/callbacks/messages/{token}/twilio-status',
  summary: 'Twilio tells what became of a message, signed with X-Twilio-Signature',
  query: z.strictObject({ notification_id: idOf('notification') }),
  body: twilioStatusSchema,
  status: 204,
  answer: null,
})

export const receiveTwilioInbound = defineOperation({
  ...twilio,
  id: 'receiveTwilioInbound',
  path: '/callbacks/messages/{token}/twilio-inbound',
  summary:
    'Twilio hands over a message that came in, signed with X-Twilio-Signature; answered with empty TwiML',
  body: twilioInboundSchema,
  status: 200,
  answer: textStream,
  media: ['text/xml'],
})

export const receiveHttpEvent = defineOperation({
  ...common,
  callback: 'application/json',
  id: 'receiveHttpEvent',
  path: '/callbacks/messages/{token}/http-events',
  summary:
    'A provider of the kind http tells what became of a message, or of one that came in, signed by Standard Webhooks',
  body: httpProviderEventSchema,
  status: 204,
  answer: null,
})

export const receiveMailBounce = defineOperation({
  ...common,
  callback: 'message/rfc822',
  id: 'receiveMailBounce',
  path: '/callbacks/messages/{token}/smtp-bounces',
  summary: 'A mail server hands over a mail that came back; only reports of failures for good mean something',
  body: z.string().meta({ description: 'The mail as it is, at most 100 kB' }),
  status: 204,
  answer: null,
})
