import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  accountSchema,
  invitationAcceptSchema,
  invitationCreateSchema,
  invitationSchema,
  invitationWithTokenSchema,
  memberSchema,
  memberUpdateSchema,
} from '../resources/account.ts'
import { byId } from './parts.ts'

const common = { tag: 'Members', service: 'accounts', scope: 'members:manage' } as const
const onOne = { ...common, params: byId } as const
const onAll = { ...common } as const

export const listMembers = defineOperation({
  ...onAll,
  id: 'listMembers',
  method: 'get',
  path: '/account/members',
  summary: 'List the members, oldest first',
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(memberSchema),
  errors: ['invalid_cursor'],
})

export const getMember = defineOperation({
  ...onOne,
  id: 'getMember',
  method: 'get',
  path: '/account/members/{id}',
  summary: 'Retrieve a member',
  status: 200,
  answer: memberSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateMember = defineOperation({
  ...onOne,
  id: 'updateMember',
  method: 'patch',
  path: '/account/members/{id}',
  summary: 'Change the role of a member; sessions follow within a second',
  body: memberUpdateSchema,
  status: 200,
  answer: memberSchema,
  headers: ['ETag'],
  errors: ['not_found', 'forbidden', 'last_owner', 'csrf_failed', 'precondition_failed'],
})

export const removeMember = defineOperation({
  ...onOne,
  id: 'removeMember',
  method: 'delete',
  path: '/account/members/{id}',
  summary: 'Remove a member and end their sessions and OAuth grants; API keys they made stay',
  status: 204,
  answer: null,
  errors: ['not_found', 'forbidden', 'last_owner', 'csrf_failed', 'precondition_failed'],
})

export const listInvitations = defineOperation({
  ...onAll,
  id: 'listInvitations',
  method: 'get',
  path: '/account/invitations',
  summary: 'List the invitations that are open, oldest first',
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(invitationSchema),
  errors: ['invalid_cursor'],
})

export const createInvitation = defineOperation({
  ...onAll,
  id: 'createInvitation',
  ownRepeats: true,
  method: 'post',
  path: '/account/invitations',
  summary: 'Invite a person; the answer shows the token for them, once',
  body: invitationCreateSchema,
  status: 201,
  answer: invitationWithTokenSchema,
  errors: ['forbidden', 'csrf_failed', 'idempotency_mismatch'],
})

export const withdrawInvitation = defineOperation({
  ...onOne,
  id: 'withdrawInvitation',
  method: 'delete',
  path: '/account/invitations/{id}',
  summary: 'Withdraw an invitation',
  status: 204,
  answer: null,
  errors: ['not_found', 'csrf_failed'],
})

export const acceptInvitation = defineOperation({
  ...onAll,
  scope: null,
  id: 'acceptInvitation',
  method: 'post',
  path: '/account/accept-invitation',
  summary: 'Become a member by an invitation; sign in afterwards',
  body: invitationAcceptSchema,
  status: 201,
  answer: accountSchema,
  errors: ['not_found', 'email_taken', 'idempotency_mismatch'],
})
