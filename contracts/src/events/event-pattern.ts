import { z } from 'zod'
import { WEBHOOK_EVENT_TYPES } from './index.ts'

/** Wildcard at the end of a pattern: `guest.*` stands for every type that starts with `guest.`. */
const ANY = '*'

/** Whether a type matches: exactly, or by a pattern such as `guest.*`. */
export const matchesEventType = (wanted: string, type: string): boolean =>
  wanted === type || (wanted.endsWith(`.${ANY}`) && type.startsWith(wanted.slice(0, -ANY.length)))

/** A requested event type, or a pattern such as `guest.*`; one that would match nothing is refused as a mistake. */
export const wantedEventType = z
  .string()
  .max(100)
  .refine((wanted) => eventTypesOf(wanted).length > 0, {
    error: 'must be an event type, or a pattern such as guest.* that matches one',
    params: { code: 'unknown_event_type' },
  })
  .meta({ id: 'WantedEventType', pattern: knownPattern() })

/** Matches every type, and `guest.*` for each group. */
function knownPattern(): string {
  const groups = new Set(WEBHOOK_EVENT_TYPES.map((type) => type.replace(/[^.]+$/, ANY)))
  const known = [...WEBHOOK_EVENT_TYPES, ...groups].map((text) => text.replace(/[.*]/g, '\\$&'))
  return `^(?:${known.join('|')})$`
}

/** The webhook event types that a type or pattern stands for; none if it is unknown. */
export const eventTypesOf = (wanted: string): (typeof WEBHOOK_EVENT_TYPES)[number][] =>
  WEBHOOK_EVENT_TYPES.filter((type) => matchesEventType(wanted, type))
