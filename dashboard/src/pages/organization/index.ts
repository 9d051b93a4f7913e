import { Building2 } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const organization = definePage({
  path: '/settings/organization',
  title: 'Organisation',
  scope: 'organization:manage',
  nav: { label: 'Organisation', icon: Building2, group: 'Settings' },
  load: () => import('./page.tsx'),
})
