import { msg } from '@lingui/core/macro'
import { definePage } from '../define-page.ts'

export const home = definePage({
  path: '/',
  title: msg`Welcome`,
  load: () => import('./page.tsx'),
})
