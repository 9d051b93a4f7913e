import { BookOpen } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const apiReference = definePage({
  path: '/developers/reference',
  title: 'API reference',
  scope: 'usage:read',
  nav: { label: 'API reference', icon: BookOpen, group: 'Developers' },
  load: () => import('./page.tsx'),
})
