import type { WebhookEventType } from '@usher/sdk'
import { BOOKING_RECIPES } from './booking-recipes.ts'
import { LINE_RECIPES } from './line-recipes.ts'
import type { EventSubject, TriggerContext } from './trigger-context.ts'

/** Makes an event happen by requests that any client may send; returns its subject. */
export type Recipe = (context: TriggerContext) => Promise<EventSubject>

/** Events that cannot be triggered at once, and why. */
export const NOT_TRIGGERED = {
  'standby.offer_expired': 'an offer lasts ten minutes: trigger standby.offered --keep, and wait',
} as const satisfies Partial<Record<WebhookEventType, string>>

/** By event type: each has a recipe, or a reason. */
export const RECIPES: Readonly<Record<Exclude<WebhookEventType, keyof typeof NOT_TRIGGERED>, Recipe>> = {
  ...LINE_RECIPES,
  ...BOOKING_RECIPES,
}
