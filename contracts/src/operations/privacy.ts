import { defineOperation } from '../operation.ts'
import {
  privacyRequestCreateSchema,
  privacyRequestSchema,
  privacyResultSchema,
} from '../resources/privacy-request.ts'
import { byId } from './parts.ts'
import { listOperation } from './resource-operations.ts'

const common = { tag: 'Privacy', service: 'accounts', scope: 'privacy:manage' } as const

export const createPrivacyRequest = defineOperation({
  ...common,
  id: 'createPrivacyRequest',
  method: 'post',
  path: '/account/privacy-requests',
  summary:
    'Export or erase the data of a guest, of a phone number, of an e-mail address or, for owners, of the whole organisation',
  body: privacyRequestCreateSchema,
  status: 202,
  answer: privacyRequestSchema,
  headers: ['Location'],
  errors: ['forbidden', 'csrf_failed', 'idempotency_mismatch'],
})

export const listPrivacyRequests = listOperation({
  ...common,
  id: 'listPrivacyRequests',
  path: '/account/privacy-requests',
  summary: 'List the privacy requests, newest first',
  item: privacyRequestSchema,
})

export const getPrivacyRequest = defineOperation({
  ...common,
  id: 'getPrivacyRequest',
  method: 'get',
  path: '/account/privacy-requests/{id}',
  summary: 'Retrieve a privacy request',
  params: byId,
  status: 200,
  answer: privacyRequestSchema,
  errors: ['not_found'],
})

export const getPrivacyResult = defineOperation({
  ...common,
  id: 'getPrivacyResult',
  holdsSecret: true,
  method: 'get',
  path: '/account/privacy-requests/{id}/result',
  summary: 'Retrieve what an export has gathered, for 7 days',
  params: byId,
  status: 200,
  answer: privacyResultSchema,
  errors: ['not_found', 'invalid_transition', 'forbidden'],
})
