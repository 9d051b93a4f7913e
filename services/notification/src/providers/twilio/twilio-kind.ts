import type { ProviderCredentials, ProviderSettings } from '@usher/contracts'
import { retryAfterMs } from '@usher/service-kit'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import type { SendResult } from '../../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from '../provider.ts'
import type { ProviderKind, ProviderSetup, ProviderTools } from '../settings/provider-kind.ts'
import { resultOfError, TwilioRefusal } from './twilio-errors.ts'

type Settings = ProviderSettings<'twilio'>
type Credentials = ProviderCredentials<'twilio'>

/** Last path segments of Twilio's callbacks. */
export const TWILIO_STATUS = 'twilio-status'
const TWILIO_INBOUND = 'twilio-inbound'

/** SMS through Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
export const twilioKind: ProviderKind<Settings, Credentials> = {
  channels: ['sms'],
  // The status callback URL is sent with each message.
  callbacks: { inbound_url: TWILIO_INBOUND },
  create: createTwilio,
}

function createTwilio(setup: ProviderSetup<Settings, Credentials>, tools: ProviderTools): Provider {
  const { settings, credentials } = setup
  const httpClient = new TwilioHttp(tools)
  const client = new twilio.Twilio(settings.account_sid, credentials.auth_token, { httpClient })
  const statusUrl = setup.callbackUrl(TWILIO_STATUS)
  return {
    id: setup.id,
    name: 'twilio',
    channels: setup.channels,
    // Twilio has no idempotency keys for messages.
    recognisesRepeats: false,
    givesReceipts: true,
    async send({ id, to, text, expiresAt }: OutgoingMessage): Promise<SendResult> {
      try {
        const { sid } = await client.messages.create({
          to,
          body: text,
          ...(settings.messaging_service_sid
            ? { messagingServiceSid: settings.messaging_service_sid }
            : { from: settings.from ?? '' }),
          statusCallback: `${statusUrl}?notification_id=${id}`,
          validityPeriod: validitySeconds(settings, expiresAt, tools.clock.now()),
        })
        return { outcome: 'sent', messageId: sid }
      } catch (error) {
        return resultOfError(error)
      }
    },
  }
}

/**
 * How long Twilio may try, in seconds: at least Twilio's minimum of one, and no longer than the message is of use.
 */
function validitySeconds({ validity_seconds: max }: Settings, expiresAt: Date | null, now: Date): number {
  if (!expiresAt) return max
  return Math.max(1, Math.min(max, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)))
}

/** An HTTP client for the SDK that keeps more details of a refusal than the SDK's errors. Never retries. */
class TwilioHttp extends twilio.RequestClient {
  readonly #tools: ProviderTools

  constructor(tools: ProviderTools) {
    super({ timeout: tools.answerLimitMs, autoRetry: false })
    this.#tools = tools
  }

  override async request<Data>(given: RequestClient.RequestOptions<Data>) {
    const { clock, twilioApiUrl } = this.#tools
    const uri = twilioApiUrl ? given.uri.replace(/^https:\/\/[^/]+/, twilioApiUrl) : given.uri
    const response = await super.request<Data>({ ...given, uri })
    if (response.statusCode < 300) return response
    const header = response.headers?.['retry-after']
    const wait = retryAfterMs(typeof header === 'string' ? header : undefined, clock.now())
    throw new TwilioRefusal(response.statusCode, codeIn(response.body), wait)
  }
}

/** Twilio's error code in a response body (https://www.twilio.com/docs/usage/twilios-response#exceptions). */
function codeIn(body: unknown): number | undefined {
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown }
  return typeof code === 'number' ? code : undefined
}
