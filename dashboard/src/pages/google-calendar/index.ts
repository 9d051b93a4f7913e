import { CalendarSync } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const googleCalendar = definePage({
  path: '/google-calendar',
  title: 'Google Calendar',
  scope: 'calendar:sync',
  earlyAccess: true,
  nav: { label: 'Google Calendar', icon: CalendarSync, group: 'Settings' },
  load: () => import('./page.tsx'),
})
