import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { oauthGrantSchema } from '../resources/oauth-grant.ts'
import { byId } from './parts.ts'

const common = { tag: 'OAuth grants', service: 'accounts' } as const
const own = { ...common, scope: 'account:self' } as const
const organization = { ...common, scope: 'oauth-clients:manage' } as const

const list = {
  method: 'get',
  status: 200,
  answer: pageOf(oauthGrantSchema),
  errors: ['invalid_cursor'],
} as const

const end = {
  method: 'delete',
  params: byId,
  status: 204,
  answer: null,
  errors: ['not_found', 'csrf_failed'],
} as const

export const listOwnOAuthGrants = defineOperation({
  ...own,
  ...list,
  id: 'listOwnOAuthGrants',
  path: '/account/me/oauth-grants',
  summary: 'List the applications that you let act for you, newest first',
  query: z.strictObject(pageQuery),
})

export const endOwnOAuthGrant = defineOperation({
  ...own,
  ...end,
  id: 'endOwnOAuthGrant',
  path: '/account/me/oauth-grants/{id}',
  summary: 'Take back what you let an application do; its tokens end at once',
})

export const listOAuthGrants = defineOperation({
  ...organization,
  ...list,
  id: 'listOAuthGrants',
  path: '/account/oauth-grants',
  summary: 'List the applications that members let act for the organisation, newest first',
  query: z.strictObject({
    ...pageQuery,
    member_id: idOf('member').exactOptional().meta({ description: 'Of this member only' }),
  }),
})

export const endOAuthGrant = defineOperation({
  ...organization,
  ...end,
  id: 'endOAuthGrant',
  path: '/account/oauth-grants/{id}',
  summary: 'Take back what a member let an application do; its tokens end at once',
})
