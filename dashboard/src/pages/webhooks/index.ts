import { Webhook } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const webhooks = definePage({
  path: '/settings/webhooks',
  title: 'Webhooks',
  scope: 'webhooks:manage',
  nav: { label: 'Webhooks', icon: Webhook, group: 'Settings' },
  load: () => import('./page.tsx'),
})

export const webhookEndpoint = definePage({
  path: '/settings/webhooks/:id',
  title: 'Webhook endpoint',
  scope: 'webhooks:manage',
  load: () => import('./endpoint-page.tsx'),
})
