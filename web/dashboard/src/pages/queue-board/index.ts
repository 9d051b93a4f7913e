import { msg } from '@lingui/core/macro'
import type { PageDefinition } from '../define-page.ts'
import { Page } from './page.tsx'

/** The page that is open all day: it comes with the app, not after it. */
export const queueBoard: PageDefinition = {
  path: '/queues/:id',
  title: msg`Queue`,
  scope: 'guests:read',
  Page,
}
