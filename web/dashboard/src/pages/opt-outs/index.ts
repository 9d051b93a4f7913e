import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const optOuts = definePage({
  path: '/messages/opt-outs',
  title: msg`Opt-outs`,
  scope: 'notifications:read',
  load: () => import('./page.tsx'),
})
