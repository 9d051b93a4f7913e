import type { Schemas } from '../api/client.ts'

export type ApiScope = Schemas['ApiKey']['scopes'][number]

/** What each scope allows. The type checks that none is missing. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'queues:read': 'See queues and their settings',
  'queues:write': 'Create, change, pause and delete queues',
  'guests:read': 'See the guests in queues',
  'guests:write': 'Add, change, call, seat and remove guests',
  'notifications:read': 'See messages sent to guests',
  'notifications:send': 'Send messages to guests',
  'webhooks:manage': 'Manage webhook endpoints and their deliveries',
  'service-types:read': 'See service types',
  'service-types:write': 'Create and change service types',
  'providers:read': 'See providers and their hours',
  'providers:write': 'Create and change providers',
  'availability:read': 'See free times',
  'bookings:read': 'See bookings',
  'bookings:write': 'Create, move and cancel bookings',
  'catalog:read': 'See the catalogue',
  'catalog:write': 'Change the catalogue',
  'calendar:sync': 'Connect and synchronise calendars',
}

export const API_SCOPES = Object.keys(SCOPE_WORDS) as ApiScope[]
