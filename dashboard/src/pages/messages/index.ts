import { MessageSquareText } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const messages = definePage({
  path: '/messages',
  title: 'Messages',
  scope: 'notifications:read',
  nav: { label: 'Messages', icon: MessageSquareText, group: 'Work' },
  load: () => import('./page.tsx'),
})
