import { ChartLine } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const insights = definePage({
  path: '/insights',
  title: 'Insights',
  scope: 'queues:read',
  nav: { label: 'Insights', icon: ChartLine, group: 'Insights' },
  load: () => import('./page.tsx'),
})
