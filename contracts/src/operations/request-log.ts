import { z } from 'zod'
import { pageQuery } from '../page.ts'
import { loggedRequestSchema, requestFilters } from '../resources/logged-request.ts'
import { listOperation } from './resource-operations.ts'

export const listRequests = listOperation({
  id: 'listRequests',
  tag: 'Usage',
  service: 'accounts',
  scope: 'usage:read',
  followsMode: true,
  path: '/account/requests',
  summary:
    'List single requests of the last 7 days, newest first: all writes, and as many reads as the log has room for',
  query: z.strictObject({ ...pageQuery, ...requestFilters }),
  item: loggedRequestSchema,
})
