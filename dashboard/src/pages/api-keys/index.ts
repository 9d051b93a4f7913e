import { KeyRound } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const apiKeys = definePage({
  path: '/settings/api-keys',
  title: 'API keys',
  scope: 'api-keys:manage',
  nav: { label: 'API keys', icon: KeyRound, group: 'Settings' },
  load: () => import('./page.tsx'),
})
