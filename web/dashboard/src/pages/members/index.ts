import { msg } from '@lingui/core/macro'
import { Users } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const members = definePage({
  path: '/settings/members',
  title: msg`Members`,
  scope: 'members:manage',
  nav: { icon: Users, group: 'settings' },
  load: () => import('./page.tsx'),
})
