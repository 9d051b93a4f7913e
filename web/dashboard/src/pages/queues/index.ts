import { msg } from '@lingui/core/macro'
import { ListOrdered } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const queues = definePage({
  path: '/queues',
  title: msg`Queues`,
  scope: 'queues:read',
  nav: { icon: ListOrdered, group: 'work' },
  load: () => import('./page.tsx'),
})
