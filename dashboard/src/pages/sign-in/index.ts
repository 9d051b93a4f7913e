import { definePage } from '../define-page.ts'

export const signIn = definePage({
  path: '/sign-in',
  title: 'Sign in',
  access: 'open',
  load: () => import('./page.tsx'),
})
