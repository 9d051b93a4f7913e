import type { webhooks } from '../generated/openapi.ts'

/** The types of events that this version of the SDK knows. */
export type WebhookEventType = keyof webhooks

type Envelopes = {
  [Type in WebhookEventType]: NonNullable<
    webhooks[Type]['post']['requestBody']
  >['content']['application/json']
}

/**
 * The event of a delivery, discriminated by `event`. New types and fields may be added at any time, so a `switch` over
 * `event` needs a `default` that ignores unknown types.
 */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = Envelopes[Type]
