import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

type Sender = Schemas['LoggedRequest']['sender']['kind']

/** The filter of the log, as the API takes it. */
export interface RequestFilter {
  readonly status?: '2xx' | '3xx' | '4xx' | '5xx' | 'failed'
  readonly operation?: string
  readonly actor?: string
  readonly sender?: string
  readonly request_id?: string
}

/** Groups of senders for `by` in the address; any other value is the identifier of one sender. */
export const SENDERS = {
  integrations: msg`Keys and applications`,
  all: msg`Everyone`,
  members: msg`Members, in the dashboard`,
  others: msg`Guests and others`,
} as const

const KINDS: Readonly<Record<keyof typeof SENDERS, readonly Sender[]>> = {
  integrations: ['api_key', 'application'],
  all: [],
  members: ['member'],
  others: ['other'],
}

const isGroup = (by: string): by is keyof typeof SENDERS => by in SENDERS

/** Parses the filter from the address. Requests by members in the dashboard are hidden unless asked for. */
export function filterOf(search: string): RequestFilter {
  const { by = 'integrations', ...given } = Object.fromEntries(new URLSearchParams(search))
  const { status, operation, request_id } = given
  // A search for one request ignores the sender.
  const kinds = isGroup(by) ? (request_id ? [] : KINDS[by]) : undefined
  return {
    ...(status && { status: status as NonNullable<RequestFilter['status']> }),
    ...(operation && { operation }),
    ...(request_id && { request_id }),
    ...(kinds === undefined && { actor: by }),
    ...(kinds && kinds.length > 0 && { sender: kinds.join(',') }),
  }
}
