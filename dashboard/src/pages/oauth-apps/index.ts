import { AppWindow } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const oauthApps = definePage({
  path: '/settings/oauth-applications',
  title: 'OAuth applications',
  scope: 'oauth-clients:manage',
  nav: { label: 'OAuth applications', icon: AppWindow, group: 'Settings' },
  load: () => import('./page.tsx'),
})
