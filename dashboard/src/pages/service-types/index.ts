import { Scissors } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const serviceTypes = definePage({
  path: '/service-types',
  title: 'Service types',
  scope: 'service-types:read',
  earlyAccess: true,
  nav: { label: 'Service types', icon: Scissors, group: 'Work' },
  load: () => import('./page.tsx'),
})
