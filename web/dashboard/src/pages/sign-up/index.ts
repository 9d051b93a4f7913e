import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const signUp = definePage({
  path: '/sign-up',
  title: msg`Create an account`,
  access: 'open',
  load: () => import('./page.tsx'),
})
