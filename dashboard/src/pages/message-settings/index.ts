import { Send } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const messageSettings = definePage({
  path: '/settings/messages',
  title: 'Sending of messages',
  scope: 'message-providers:manage',
  nav: { label: 'Sending of messages', icon: Send, group: 'Settings' },
  load: () => import('./page.tsx'),
})
