import { msg } from '@lingui/core/macro'
import { Building2 } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const organization = definePage({
  path: '/settings/organization',
  title: msg`Organisation`,
  scope: 'organization:manage',
  nav: { icon: Building2, group: 'settings' },
  load: () => import('./page.tsx'),
})
