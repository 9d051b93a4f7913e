import { z } from 'zod'
import { defineOperation, EVENT_STREAM, textStream } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  deferralSchema,
  ownPlaceSchema,
  ownPlaceUpdateSchema,
  ownTimelineEntrySchema,
} from '../resources/own-place.ts'
import { byToken } from './parts.ts'

/** Any text: an invalid token is a 404 like an unknown one. */

const common = {
  tag: 'Own place',
  service: 'queue',
  scope: null,
  params: byToken,
  status: 200,
} as const

export const getOwnPlace = defineOperation({
  ...common,
  id: 'getOwnPlace',
  method: 'get',
  path: '/public/guests/{token}',
  summary: 'A guest sees their own place, by the token of status_url',
  answer: ownPlaceSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const getOwnTimeline = defineOperation({
  ...common,
  id: 'getOwnTimeline',
  method: 'get',
  path: '/public/guests/{token}/timeline',
  summary: 'A guest sees why their place has changed, oldest first, for 30 days',
  query: z.strictObject(pageQuery),
  answer: pageOf(ownTimelineEntrySchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const streamOwnPlace = defineOperation({
  ...common,
  id: 'streamOwnPlace',
  method: 'get',
  path: '/public/guests/{token}/events',
  summary:
    'A guest follows their own place: an event `place` with the same JSON whenever it has changed, and `heartbeat` every 15 s',
  answer: textStream,
  media: [EVENT_STREAM],
  errors: ['not_found'],
})

export const updateOwnPlace = defineOperation({
  ...common,
  id: 'updateOwnPlace',
  method: 'patch',
  path: '/public/guests/{token}',
  summary: 'A guest changes their name, party size or phone, or chooses a language and a time zone',
  body: ownPlaceUpdateSchema,
  answer: ownPlaceSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition'],
})

const action = <const Id extends string>(id: Id, verb: string, summary: string) =>
  defineOperation({
    ...common,
    id,
    method: 'post',
    path: `/public/guests/{token}/${verb}`,
    summary,
    answer: ownPlaceSchema,
    headers: ['ETag'],
    errors: ['not_found', 'invalid_transition', 'idempotency_mismatch'],
  })

export const leaveLine = action('leaveLine', 'leave', 'A guest leaves the line')
export const returnToLine = defineOperation({
  ...action('returnToLine', 'return', 'A guest who left is back in the same place, within 30 minutes'),
  errors: ['not_found', 'invalid_transition', 'undo_expired', 'idempotency_mismatch'],
})
export const reportArrival = action('reportArrival', 'arrived', 'A guest says: I am here')

export const deferTurn = defineOperation({
  ...action(
    'deferTurn',
    'defer',
    'A guest needs more time: lets the next parties pass, or keeps the place and is not called until a time',
  ),
  body: deferralSchema,
})
