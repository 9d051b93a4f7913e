import { z } from 'zod'
import { pageQuery } from '../page.ts'
import { loggedRequestSchema, requestFilters } from '../resources/logged-request.ts'
import { listOperation } from './resource-operations.ts'

/** The same for credentials, whose log is that of the data they open. */
export const listApiRequests = listOperation({
  id: 'listApiRequests',
  tag: 'Usage',
  service: 'accounts',
  scope: 'requests:read',
  path: '/v1/requests',
  summary:
    'List single requests of the last 7 days, newest first, as `GET /account/requests` does for members: all writes, and as many reads as the log has room for',
  query: z.strictObject({ ...pageQuery, ...requestFilters }),
  item: loggedRequestSchema,
})

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
