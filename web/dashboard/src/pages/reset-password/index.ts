import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const resetPassword = definePage({
  path: '/reset-password',
  title: msg`Set a new password`,
  access: 'open',
  load: () => import('./page.tsx'),
})
