import { Users } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const members = definePage({
  path: '/settings/members',
  title: 'Members',
  scope: 'members:manage',
  nav: { label: 'Members', icon: Users, group: 'Settings' },
  load: () => import('./page.tsx'),
})
