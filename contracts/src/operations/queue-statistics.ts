import { z } from 'zod'
import { defineOperation, textStream } from '../operation.ts'
import { queueStatisticsSchema } from '../resources/queue-statistics.ts'
import { csvBom, instant } from '../text.ts'
import { byId } from './parts.ts'

const common = {
  service: 'queue',
  perQueue: true,
  method: 'get',
  params: byId,
  status: 200,
} as const

const time = {
  from: instant
    .optional()
    .meta({ description: 'Who joined at this time or later; default: a week before `to`' }),
  to: instant.optional().meta({ description: 'Who joined before this time; default: now' }),
}

export const getQueueStatistics = defineOperation({
  ...common,
  tag: 'Queues',
  scope: 'queues:read',
  id: 'getQueueStatistics',
  path: '/v1/queues/{id}/statistics',
  summary: 'Arrivals, outcomes and waits of at most 93 days, in all and by weekday and hour',
  query: z.strictObject(time),
  answer: queueStatisticsSchema,
  errors: ['not_found'],
})

export const exportGuests = defineOperation({
  ...common,
  tag: 'Guests',
  scope: 'guests:read',
  id: 'exportGuests',
  path: '/v1/queues/{id}/guests/export',
  summary: 'The guests who joined in at most 93 days, oldest first, as a file',
  query: z.strictObject({ ...time, bom: csvBom }),
  answer: textStream,
  media: ['text/csv'],
  errors: ['not_found'],
})
