import { msg } from '@lingui/core/macro'
import { ScrollText } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const audit = definePage({
  path: '/audit',
  title: msg`Audit log`,
  scope: 'audit:read',
  nav: { icon: ScrollText, group: 'insights' },
  load: () => import('./page.tsx'),
})
