import type { WebhookEventType } from '@usher/sdk'
import { BOOKING_RECIPES } from './booking-recipes.ts'
import { LINE_RECIPES } from './line-recipes.ts'
import type { Happened, Stage } from './stage.ts'

/** Makes an event happen by requests that any client may send; returns what it is about. */
export type Recipe = (stage: Stage) => Promise<Happened>

/** Events that cannot be made to happen at once, and why. */
export const NOT_TRIGGERED = {
  'standby.offer_expired': 'an offer lasts ten minutes: trigger standby.offered --keep, and wait',
} as const satisfies Partial<Record<WebhookEventType, string>>

/** By event type: each has a recipe, or a reason. */
export const RECIPES: Readonly<Record<Exclude<WebhookEventType, keyof typeof NOT_TRIGGERED>, Recipe>> = {
  ...LINE_RECIPES,
  ...BOOKING_RECIPES,
}
