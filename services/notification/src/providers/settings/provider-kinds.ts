import type { MessageProviderKind } from '@usher/contracts'
import { httpKind } from '../http/http-kind.ts'
import { smtpKind } from '../smtp/smtp-kind.ts'
import { twilioKind } from '../twilio/twilio-kind.ts'
import type { ProviderKind } from './provider-kind.ts'

/** Every kind of provider that organisations can set up. */
export const PROVIDER_KINDS: Readonly<Record<MessageProviderKind, ProviderKind>> = {
  twilio: twilioKind,
  http: httpKind,
  smtp: smtpKind,
}
