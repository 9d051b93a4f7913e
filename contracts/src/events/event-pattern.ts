import { z } from 'zod'
import { WEBHOOK_EVENT_TYPES } from './index.ts'

/** What ends a pattern: `guest.*` stands for every type that begins with `guest.`. */
const ANY = '*'

/** Whether a type is what was asked for: exactly, or by a pattern such as `guest.*`. */
export const matchesEventType = (wanted: string, type: string): boolean =>
  wanted === type || (wanted.endsWith(`.${ANY}`) && type.startsWith(wanted.slice(0, -ANY.length)))

/** An event type, or a pattern such as `guest.*`, that is asked for: one that would match nothing is a mistake. */
export const wantedEventType = z
  .string()
  .max(100)
  .refine((wanted) => eventTypesOf(wanted).length > 0, {
    error: 'must be an event type, or a pattern such as guest.* that matches one',
    params: { code: 'unknown_event_type' },
  })
  .meta({ id: 'WantedEventType', pattern: knownPattern() })

/** Of all types, and of `guest.*` for each group of them. */
function knownPattern(): string {
  const groups = new Set(WEBHOOK_EVENT_TYPES.map((type) => type.replace(/[^.]+$/, ANY)))
  const known = [...WEBHOOK_EVENT_TYPES, ...groups].map((text) => text.replace(/[.*]/g, '\\$&'))
  return `^(?:${known.join('|')})$`
}

/** The webhook event types that a type or pattern stands for; none where it is not known. */
export const eventTypesOf = (wanted: string): string[] =>
  WEBHOOK_EVENT_TYPES.filter((type) => matchesEventType(wanted, type))
