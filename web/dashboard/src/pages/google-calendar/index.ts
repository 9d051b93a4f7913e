import { msg } from '@lingui/core/macro'
import { CalendarSync } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const googleCalendar = definePage({
  path: '/google-calendar',
  title: msg`Google Calendar`,
  scope: 'calendar:sync',
  earlyAccess: true,
  liveOnly: true,
  nav: { icon: CalendarSync, group: 'settings' },
  load: () => import('./page.tsx'),
})
