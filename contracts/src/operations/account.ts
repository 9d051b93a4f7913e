import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  accountSchema,
  emailVerifySchema,
  memberSchema,
  meSchema,
  meUpdateSchema,
  sessionSchema,
  signedInSchema,
  signInSchema,
  signUpSchema,
} from '../resources/account.ts'
import { pageErrorSchema } from '../resources/page-error.ts'
import { byId } from './parts.ts'

const common = { tag: 'Account', service: 'accounts' } as const
const own = { ...common, scope: 'account:self' } as const

export const signUp = defineOperation({
  ...common,
  scope: null,
  id: 'signUp',
  method: 'post',
  path: '/account/sign-up',
  summary:
    'Create an organisation and its owner. Where addresses are verified by mail, `email_verified` is false, the account is created when the link in the mail is followed, and the answer does not reveal whether the address has one',
  body: signUpSchema,
  status: 201,
  answer: accountSchema,
  errors: ['email_taken', 'idempotency_mismatch'],
})

export const signIn = defineOperation({
  ...common,
  scope: null,
  id: 'signIn',
  method: 'post',
  path: '/account/sign-in',
  summary: 'Begin a session: sets its cookie and answers the token that its writes need',
  body: signInSchema,
  hearsDevice: true,
  status: 200,
  answer: signedInSchema,
  headers: ['Set-Cookie'],
  errors: ['invalid_sign_in', 'second_factor_required'],
})

export const signOut = defineOperation({
  ...own,
  id: 'signOut',
  method: 'post',
  path: '/account/sign-out',
  summary: 'End the session that asks',
  status: 204,
  answer: null,
  headers: ['Set-Cookie'],
  errors: ['csrf_failed'],
})

export const getMe = defineOperation({
  ...own,
  id: 'getMe',
  holdsSecret: true,
  method: 'get',
  path: '/account/me',
  summary: 'Who is signed in',
  status: 200,
  answer: meSchema,
  errors: [],
})

export const updateMe = defineOperation({
  ...own,
  id: 'updateMe',
  method: 'patch',
  path: '/account/me',
  summary: 'Change your own name',
  body: meUpdateSchema,
  status: 200,
  answer: memberSchema,
  errors: ['csrf_failed'],
})

export const reportPageError = defineOperation({
  ...own,
  id: 'reportPageError',
  method: 'post',
  path: '/account/page-errors',
  summary: 'Report an error of the dashboard to the operators of the server: at most ten a minute',
  body: pageErrorSchema,
  status: 204,
  answer: null,
  errors: ['csrf_failed'],
})

export const listSessions = defineOperation({
  ...own,
  id: 'listSessions',
  method: 'get',
  path: '/account/sessions',
  summary: 'List your own sessions, newest first',
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(sessionSchema),
  errors: ['invalid_cursor'],
})

export const endSession = defineOperation({
  ...own,
  id: 'endSession',
  method: 'delete',
  path: '/account/sessions/{id}',
  summary: 'End one of your own sessions',
  params: byId,
  status: 204,
  answer: null,
  errors: ['not_found', 'csrf_failed'],
})

export const verifyEmail = defineOperation({
  ...common,
  scope: null,
  id: 'verifyEmail',
  method: 'post',
  path: '/account/verify-email',
  summary: 'Create the account of a sign-up, by the token of its mail and the password chosen there',
  body: emailVerifySchema,
  status: 204,
  answer: null,
  errors: ['not_found', 'invalid_proof'],
})
