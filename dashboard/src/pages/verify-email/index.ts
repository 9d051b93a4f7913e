import { definePage } from '../define-page.ts'

export const verifyEmail = definePage({
  path: '/verify-email',
  title: 'Verify your address',
  access: 'open',
  load: () => import('./page.tsx'),
})
