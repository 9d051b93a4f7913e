import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const security = definePage({
  path: '/settings/security',
  title: msg`Password and security`,
  scope: 'account:self',
  load: () => import('./page.tsx'),
})
