import { z } from 'zod'

/** What each scope lets an API key or a partner do, as worded on the consent page. */
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
  'requests:read': 'See the log of requests to the API',
} as const

/** Only for people who are signed in: no key can have these, so a leaked key cannot create another. */
export const SESSION_SCOPES = {
  'account:self': 'See who they are and end their own sessions',
  'members:manage': 'See the members, invite others, change roles and remove members',
  'api-keys:manage': 'Create, rotate and revoke API keys',
  'oauth-clients:manage': 'Register the applications of partners and see what they may do',
  'message-providers:manage': 'Set up through whom messages to guests are sent',
  'organization:manage': 'Change the settings of the organisation',
  'privacy:manage': 'Export and erase the data of guests and of the organisation',
  'usage:read': 'See how much of the API is used',
  'audit:read': 'See the audit trail',
} as const

export type ApiScope = keyof typeof SCOPES

export type Scope = ApiScope | keyof typeof SESSION_SCOPES

/** Every scope an API key may have. */
export const ALL_SCOPES = Object.keys(SCOPES) as ApiScope[]

export const ALL_SESSION_SCOPES = Object.keys(SESSION_SCOPES) as (keyof typeof SESSION_SCOPES)[]

export const apiScopeSchema = z.enum(ALL_SCOPES as [ApiScope, ...ApiScope[]]).meta({ id: 'ApiScope' })

export const scopeSchema = z
  .enum([...ALL_SCOPES, ...ALL_SESSION_SCOPES] as [Scope, ...Scope[]])
  .meta({ id: 'Scope' })
