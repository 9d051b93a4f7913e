import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const acceptInvitation = definePage({
  path: '/accept-invitation',
  title: msg`Accept the invitation`,
  access: 'open',
  load: () => import('./page.tsx'),
})
