import { ShoppingBag } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const catalogue = definePage({
  path: '/catalogue',
  title: 'Catalogue',
  scope: 'catalog:read',
  earlyAccess: true,
  nav: { label: 'Catalogue', icon: ShoppingBag, group: 'Work' },
  load: () => import('./page.tsx'),
})
