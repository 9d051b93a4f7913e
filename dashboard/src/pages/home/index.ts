import { definePage } from '../define-page.ts'

export const home = definePage({
  path: '/',
  title: 'Welcome',
  load: () => import('./page.tsx'),
})
