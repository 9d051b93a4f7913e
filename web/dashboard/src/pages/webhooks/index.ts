import { msg } from '@lingui/core/macro'
import { Webhook } from 'lucide-react'
import { definePage } from '../define-page.ts'

export const webhooks = definePage({
  path: '/settings/webhooks',
  title: msg`Webhooks`,
  scope: 'webhooks:manage',
  nav: { icon: Webhook, group: 'settings' },
  load: () => import('./page.tsx'),
})

export const webhookEndpoint = definePage({
  path: '/settings/webhooks/:id',
  title: msg`Webhook endpoint`,
  scope: 'webhooks:manage',
  load: () => import('./endpoint-page.tsx'),
})
