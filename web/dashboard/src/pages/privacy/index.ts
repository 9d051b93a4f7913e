import { msg } from '@lingui/core/macro'
import { ShieldCheck } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const privacy = definePage({
  path: '/settings/privacy',
  title: msg`Privacy`,
  scope: 'privacy:manage',
  nav: { icon: ShieldCheck, group: 'settings' },
  load: () => import('./page.tsx'),
})
