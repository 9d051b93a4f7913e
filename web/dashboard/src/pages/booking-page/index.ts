import { msg } from '@lingui/core/macro'
import { Globe } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const bookingPage = definePage({
  path: '/booking-page',
  title: msg`Booking page`,
  scope: 'service-types:read',
  earlyAccess: true,
  nav: { icon: Globe, group: 'work' },
  load: () => import('./page.tsx'),
})
