import { defineOperation } from '../operation.ts'
import { organizationSchema, organizationUpdateSchema } from '../resources/account.ts'

const common = {
  tag: 'Account',
  service: 'accounts',
  scope: 'organization:manage',
  path: '/account/organization',
  status: 200,
  answer: organizationSchema,
} as const

export const getOrganization = defineOperation({
  ...common,
  id: 'getOrganization',
  method: 'get',
  summary: 'Retrieve the settings of the organisation',
  errors: ['not_found'],
})

export const updateOrganization = defineOperation({
  ...common,
  id: 'updateOrganization',
  method: 'patch',
  summary: 'Change the settings of the organisation',
  body: organizationUpdateSchema,
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})
