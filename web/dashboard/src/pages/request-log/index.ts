import { msg } from '@lingui/core/macro'
import { Activity } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const requestLog = definePage({
  path: '/developers/requests',
  title: msg({ message: 'Requests', context: 'to the API' }),
  scope: 'usage:read',
  nav: { icon: Activity, group: 'developers' },
  load: () => import('./page.tsx'),
})
