import { UserRoundCog } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const providers = definePage({
  path: '/providers',
  title: 'Providers and hours',
  scope: 'providers:read',
  earlyAccess: true,
  nav: { label: 'Providers and hours', icon: UserRoundCog, group: 'Work' },
  load: () => import('./page.tsx'),
})
