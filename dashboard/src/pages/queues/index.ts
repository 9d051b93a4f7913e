import { ListOrdered } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const queues = definePage({
  path: '/queues',
  title: 'Queues',
  scope: 'queues:read',
  nav: { label: 'Queues', icon: ListOrdered, group: 'Work' },
  load: () => import('./page.tsx'),
})
