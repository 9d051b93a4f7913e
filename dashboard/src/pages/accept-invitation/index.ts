import { definePage } from '../define-page.ts'

export const acceptInvitation = definePage({
  path: '/accept-invitation',
  title: 'Accept the invitation',
  access: 'open',
  load: () => import('./page.tsx'),
})
