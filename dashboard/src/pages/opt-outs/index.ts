import { definePage } from '../define-page.ts'

export const optOuts = definePage({
  path: '/messages/opt-outs',
  title: 'Opt-outs',
  scope: 'notifications:read',
  load: () => import('./page.tsx'),
})
