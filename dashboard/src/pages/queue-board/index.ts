import { definePage } from '../define-page.ts'

export const queueBoard = definePage({
  path: '/queues/:id',
  title: 'Queue',
  scope: 'guests:read',
  load: () => import('./page.tsx'),
})
