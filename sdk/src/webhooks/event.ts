import type { webhooks } from '../generated/openapi.ts'

/** The types of events that this version of the SDK knows. */
export type WebhookEventType = keyof webhooks

type Envelopes = {
  [Type in WebhookEventType]: NonNullable<
    webhooks[Type]['post']['requestBody']
  >['content']['application/json']
}

/**
 * What a delivery says, told apart by `event`. New types and fields may come at any time, so a `switch` over
 * `event` needs a `default` that lets the others pass.
 */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = Envelopes[Type]
