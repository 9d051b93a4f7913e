import { Code } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const developers = definePage({
  path: '/developers',
  title: 'Developers',
  scope: 'usage:read',
  nav: { label: 'Overview', icon: Code, group: 'Developers' },
  load: () => import('./page.tsx'),
})
