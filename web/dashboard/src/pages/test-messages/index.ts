import { msg } from '@lingui/core/macro'
import { MailCheck } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const testMessages = definePage({
  path: '/developers/test-messages',
  title: msg`Test messages`,
  scope: 'notifications:read',
  nav: { icon: MailCheck, group: 'developers' },
  load: () => import('./page.tsx'),
})
