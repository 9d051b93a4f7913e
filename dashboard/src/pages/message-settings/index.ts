import { Send } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const messageSettings = definePage({
  path: '/settings/messages',
  title: 'Message sending',
  scope: 'message-providers:manage',
  nav: { label: 'Message sending', icon: Send, group: 'Settings' },
  load: () => import('./page.tsx'),
})
