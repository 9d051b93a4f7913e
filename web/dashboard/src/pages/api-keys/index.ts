import { msg } from '@lingui/core/macro'
import { KeyRound } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const apiKeys = definePage({
  path: '/settings/api-keys',
  title: msg`API keys`,
  scope: 'api-keys:manage',
  nav: { icon: KeyRound, group: 'settings' },
  load: () => import('./page.tsx'),
})
