import { msg } from '@lingui/core/macro'
import { CalendarDays } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const bookings = definePage({
  path: '/bookings',
  title: msg`Bookings`,
  scope: 'bookings:read',
  earlyAccess: true,
  nav: { icon: CalendarDays, group: 'work' },
  load: () => import('./page.tsx'),
})
