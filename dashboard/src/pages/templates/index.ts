import { definePage } from '../define-page.ts'

export const templates = definePage({
  path: '/messages/templates',
  title: 'Templates',
  scope: 'notifications:read',
  load: () => import('./page.tsx'),
})
