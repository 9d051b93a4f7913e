import { msg } from '@lingui/core/macro'
import { MessageSquareText } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const messages = definePage({
  path: '/messages',
  title: msg`Messages`,
  scope: 'notifications:read',
  nav: { icon: MessageSquareText, group: 'work' },
  load: () => import('./page.tsx'),
})
