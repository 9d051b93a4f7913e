import { definePage } from '../define-page.ts'

export const signUp = definePage({
  path: '/sign-up',
  title: 'Create an account',
  access: 'open',
  load: () => import('./page.tsx'),
})
