import type { ApiScope, Scope } from '../scopes.ts'
import { eventTypesOf } from './event-pattern.ts'
import { WEBHOOK_EVENT_TYPES } from './index.ts'

type EventType = (typeof WEBHOOK_EVENT_TYPES)[number]
type Group<T extends string = EventType> = T extends `${infer G}.${string}` ? G : never

/** The scope that shows the resources of a group of events. */
const READ_SCOPES: Readonly<Record<Group, ApiScope>> = {
  guest: 'guests:read',
  queue: 'queues:read',
  notification: 'notifications:read',
  booking: 'bookings:read',
  booking_series: 'bookings:read',
  standby: 'bookings:read',
}

const scopeOf = (type: EventType): ApiScope => READ_SCOPES[type.split('.')[0] as Group]

/** The event types that a credential with these scopes may receive. */
export const readableEventTypes = (scopes: readonly Scope[]): readonly EventType[] =>
  WEBHOOK_EVENT_TYPES.filter((type) => scopes.includes(scopeOf(type)))

/**
 * The scopes that a credential lacks to receive events.
 *
 * @param wanted event types and patterns; null: all
 */
export function scopesLackingFor(wanted: readonly string[] | null, scopes: readonly Scope[]): ApiScope[] {
  const types = wanted?.flatMap(eventTypesOf) ?? WEBHOOK_EVENT_TYPES
  return [...new Set(types.map(scopeOf))].filter((scope) => !scopes.includes(scope))
}
