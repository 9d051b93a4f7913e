import { msg } from '@lingui/core/macro'
import { AppWindow } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const oauthApps = definePage({
  path: '/settings/oauth-applications',
  title: msg`OAuth applications`,
  scope: 'oauth-clients:manage',
  nav: { icon: AppWindow, group: 'settings' },
  load: () => import('./page.tsx'),
})
