import { definePage } from '../define-page.ts'

export const queueSettings = definePage({
  path: '/queues/:id/settings',
  title: 'Queue settings',
  scope: 'queues:read',
  load: () => import('./page.tsx'),
})
