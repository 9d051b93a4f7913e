import { msg } from '@lingui/core/macro'
import { Scissors } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const serviceTypes = definePage({
  path: '/service-types',
  title: msg`Service types`,
  scope: 'service-types:read',
  earlyAccess: true,
  nav: { icon: Scissors, group: 'work' },
  load: () => import('./page.tsx'),
})
