import { ShieldCheck } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const privacy = definePage({
  path: '/settings/privacy',
  title: 'Privacy',
  scope: 'privacy:manage',
  nav: { label: 'Privacy', icon: ShieldCheck, group: 'Settings' },
  load: () => import('./page.tsx'),
})
