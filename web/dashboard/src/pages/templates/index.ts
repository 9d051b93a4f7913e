import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const templates = definePage({
  path: '/messages/templates',
  title: msg`Templates`,
  scope: 'notifications:read',
  load: () => import('./page.tsx'),
})
