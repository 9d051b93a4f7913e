import { msg } from '@lingui/core/macro'
import { BookOpen } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const apiReference = definePage({
  path: '/developers/reference',
  title: msg`API reference`,
  scope: 'usage:read',
  nav: { icon: BookOpen, group: 'developers' },
  load: () => import('./page.tsx'),
})
