import { ScrollText } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const audit = definePage({
  path: '/audit',
  title: 'Audit log',
  scope: 'audit:read',
  nav: { label: 'Audit log', icon: ScrollText, group: 'Insights' },
  load: () => import('./page.tsx'),
})
