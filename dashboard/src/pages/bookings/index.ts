import { CalendarDays } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const bookings = definePage({
  path: '/bookings',
  title: 'Bookings',
  scope: 'bookings:read',
  earlyAccess: true,
  nav: { label: 'Bookings', icon: CalendarDays, group: 'Work' },
  load: () => import('./page.tsx'),
})
