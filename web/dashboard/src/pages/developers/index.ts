import { msg } from '@lingui/core/macro'
import { Code } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const developers = definePage({
  path: '/developers',
  title: msg`Developers`,
  scope: 'usage:read',
  nav: { label: msg`Overview`, icon: Code, group: 'developers' },
  load: () => import('./page.tsx'),
})
