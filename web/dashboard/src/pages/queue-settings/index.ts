import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const queueSettings = definePage({
  path: '/queues/:id/settings',
  title: msg`Queue settings`,
  scope: 'queues:read',
  load: () => import('./page.tsx'),
})
