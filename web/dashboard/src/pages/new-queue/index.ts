import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

/** Its name sorts before that of the board (`/queues/:id`), so that its address is not taken for the id of a queue. */
export const createQueue = definePage({
  path: '/queues/new',
  title: msg`New queue`,
  scope: 'queues:write',
  load: () => import('./page.tsx'),
})
