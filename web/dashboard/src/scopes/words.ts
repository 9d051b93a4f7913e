import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../api/client.ts'

export type ApiScope = Schemas['ApiKey']['scopes'][number]

/** The type checks that none is missing. */
const WORDS: Readonly<Record<ApiScope, MessageDescriptor>> = {
  'queues:read': msg`See queues and their settings`,
  'queues:write': msg`Create, change, pause and delete queues`,
  'guests:read': msg`See the guests in queues`,
  'guests:write': msg`Add, change, call, seat and remove guests`,
  'notifications:read': msg`See messages sent to guests`,
  'notifications:send': msg`Send messages to guests`,
  'webhooks:manage': msg`Manage webhook endpoints and their deliveries`,
  'service-types:read': msg`See service types`,
  'service-types:write': msg`Create and change service types`,
  'providers:read': msg`See providers and their hours`,
  'providers:write': msg`Create and change providers`,
  'availability:read': msg`See free times`,
  'bookings:read': msg`See bookings`,
  'bookings:write': msg`Create, move and cancel bookings`,
  'catalog:read': msg`See the catalogue`,
  'catalog:write': msg`Change the catalogue`,
  'calendar:sync': msg`Connect and synchronise calendars`,
  'requests:read': msg`See the log of requests to the API`,
}

export const API_SCOPES = Object.keys(WORDS) as ApiScope[]

/** What a scope allows. */
export const scopeText = (scope: ApiScope): string => i18n._(WORDS[scope])
