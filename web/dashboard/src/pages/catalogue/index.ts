import { msg } from '@lingui/core/macro'
import { ShoppingBag } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const catalogue = definePage({
  path: '/catalogue',
  title: msg`Catalogue`,
  scope: 'catalog:read',
  earlyAccess: true,
  nav: { icon: ShoppingBag, group: 'work' },
  load: () => import('./page.tsx'),
})
