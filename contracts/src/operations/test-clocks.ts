import { defineOperation } from '../operation.ts'
import { testClockAdvance, testClockCreate, testClockSchema } from '../resources/test-clock.ts'
import { byId } from './parts.ts'
import { createOperation, deleteOperation, getOperation, listOperation } from './resource-operations.ts'

const facts = { tag: 'Testing', service: 'test-clocks', scope: 'queues:write', onlyTest: true } as const

export const createTestClock = createOperation({
  ...facts,
  id: 'createTestClock',
  path: '/v1/test/clocks',
  summary: 'Create a test clock: test data for which time passes only when you advance it',
  body: testClockCreate,
  answer: testClockSchema,
  errors: ['plan_limit_reached'],
})

export const listTestClocks = listOperation({
  ...facts,
  scope: 'queues:read',
  id: 'listTestClocks',
  path: '/v1/test/clocks',
  summary: 'List the test clocks, newest first',
  item: testClockSchema,
})

export const getTestClock = getOperation({
  ...facts,
  scope: 'queues:read',
  id: 'getTestClock',
  path: '/v1/test/clocks/{id}',
  summary: 'Get a test clock',
  answer: testClockSchema,
})

export const deleteTestClock = deleteOperation({
  ...facts,
  id: 'deleteTestClock',
  path: '/v1/test/clocks/{id}',
  summary: 'Delete a test clock with all of its data',
})

export const advanceTestClock = defineOperation({
  ...facts,
  id: 'advanceTestClock',
  method: 'post',
  path: '/v1/test/clocks/{id}/advance',
  summary: 'Let time pass: everything due by then happens, in order. Get the clock until it is ready',
  params: byId,
  body: testClockAdvance,
  status: 202,
  answer: testClockSchema,
  headers: ['ETag'],
  errors: ['not_found', 'clock_backwards', 'clock_advancing', 'invalid_transition', 'idempotency_mismatch'],
})
