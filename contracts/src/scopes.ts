import { z } from 'zod'

/** What each scope lets its holder do, in the words a consent page shows. */
export const SCOPES = {
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
} as const

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[]

export const scopeSchema = z.enum(ALL_SCOPES as [Scope, ...Scope[]])
