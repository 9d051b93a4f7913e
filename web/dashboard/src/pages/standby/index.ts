import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const standby = definePage({
  path: '/bookings/standby',
  title: msg`Standby list`,
  scope: 'bookings:read',
  earlyAccess: true,
  load: () => import('./page.tsx'),
})
