import { msg } from '@lingui/core/macro'
import { Send } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const messageSettings = definePage({
  path: '/settings/messages',
  title: msg`Message sending`,
  scope: 'message-providers:manage',
  nav: { icon: Send, group: 'settings' },
  load: () => import('./page.tsx'),
})
