import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const verifyEmail = definePage({
  path: '/verify-email',
  title: msg`Verify your address`,
  access: 'open',
  load: () => import('./page.tsx'),
})
