import { defineOperation } from '../operation.ts'
import { usageQuery, usageSchema } from '../resources/usage.ts'

export const getUsage = defineOperation({
  id: 'getUsage',
  tag: 'Usage',
  service: 'accounts',
  scope: 'usage:read',
  followsMode: true,
  method: 'get',
  path: '/account/usage',
  summary:
    'How much of the API was used: requests, errors, bytes and latency by time, credential, operation and status',
  query: usageQuery,
  status: 200,
  answer: usageSchema,
  alsoAnswers: 'text/csv',
  errors: [],
})
