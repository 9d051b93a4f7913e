import { WEBHOOK_EVENT_TYPES } from './index.ts'

/** What ends a pattern: `guest.*` stands for every type that begins with `guest.`. */
const ANY = '*'

/** Whether a type is what was asked for: exactly, or by a pattern such as `guest.*`. */
export const matchesEventType = (wanted: string, type: string): boolean =>
  wanted === type || (wanted.endsWith(`.${ANY}`) && type.startsWith(wanted.slice(0, -ANY.length)))

/** The webhook event types that a type or pattern stands for; none where it is not known. */
export const eventTypesOf = (wanted: string): string[] =>
  WEBHOOK_EVENT_TYPES.filter((type) => matchesEventType(wanted, type))
