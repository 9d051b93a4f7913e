import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { organizationSchema } from '../resources/account.ts'
import { brandSchema, logoSchema, logoUploadSchema } from '../resources/brand.ts'

const logo = {
  tag: 'Account',
  service: 'accounts',
  scope: 'organization:manage',
  path: '/account/organization/logo',
  status: 200,
  answer: organizationSchema,
} as const

export const replaceLogo = defineOperation({
  ...logo,
  id: 'replaceLogo',
  method: 'put',
  summary: 'Upload the logo of the organisation, in place of the one before',
  body: logoUploadSchema,
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})

export const deleteLogo = defineOperation({
  ...logo,
  id: 'deleteLogo',
  method: 'delete',
  summary: 'Remove the logo of the organisation',
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})

const open = {
  tag: 'Brand',
  service: 'accounts',
  scope: null,
  method: 'get',
  status: 200,
  errors: ['not_found'],
} as const

/** Any text: an invalid id is a 404 like an unknown one. */
const id = z.string().describe('Id of the organisation, org_…')

export const getBrand = defineOperation({
  ...open,
  id: 'getBrand',
  path: '/public/organizations/{id}',
  summary: 'How an organisation appears to its guests',
  params: z.object({ id }),
  answer: brandSchema,
})

export const getLogo = defineOperation({
  ...open,
  id: 'getLogo',
  path: '/public/organizations/{id}/logos/{name}',
  summary: 'The image behind logo_url',
  params: z.object({ id, name: z.string().describe('From logo_url') }),
  answer: logoSchema,
})
