import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { loggedRequestSchema, requestFilters } from '../resources/logged-request.ts'
import { noBody, nothing } from './parts.ts'

export const listRequests = defineOperation({
  id: 'listRequests',
  tag: 'Usage',
  service: 'accounts',
  scope: 'usage:read',
  method: 'get',
  path: '/account/requests',
  summary:
    'List single requests of the last 7 days, newest first: all writes, and as many reads as the log has room for',
  params: nothing,
  query: z.strictObject({ ...pageQuery, ...requestFilters }),
  body: noBody,
  status: 200,
  answer: pageOf(loggedRequestSchema),
  errors: ['invalid_cursor'],
})
