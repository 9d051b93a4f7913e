import { Activity } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const requestLog = definePage({
  path: '/developers/requests',
  title: 'Requests',
  scope: 'usage:read',
  nav: { label: 'Requests', icon: Activity, group: 'Developers' },
  load: () => import('./page.tsx'),
})
