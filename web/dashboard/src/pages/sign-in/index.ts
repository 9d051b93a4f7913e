import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const signIn = definePage({
  path: '/sign-in',
  title: msg`Sign in`,
  access: 'open',
  load: () => import('./page.tsx'),
})
