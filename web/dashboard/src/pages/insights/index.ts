import { msg } from '@lingui/core/macro'
import { ChartLine } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const insights = definePage({
  path: '/insights',
  title: msg`Insights`,
  scope: 'queues:read',
  nav: { icon: ChartLine, group: 'insights' },
  load: () => import('./page.tsx'),
})
