import { msg } from '@lingui/core/macro'
import { UserRoundCog } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const providers = definePage({
  path: '/providers',
  title: msg`Providers and hours`,
  scope: 'providers:read',
  earlyAccess: true,
  nav: { icon: UserRoundCog, group: 'work' },
  load: () => import('./page.tsx'),
})
