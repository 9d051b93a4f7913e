import { useMe } from '../api/session.ts'
import type { PageDefinition } from '../pages/index.ts'
import { pages } from '../pages/index.ts'

export type NavigationPage = PageDefinition & { readonly nav: NonNullable<PageDefinition['nav']> }

const hasEntry = (page: PageDefinition): page is NavigationPage => page.nav !== undefined

/** Pages of the navigation. */
export const NAVIGATION_PAGES: readonly NavigationPage[] = pages.filter(hasEntry)

/** Pages of the navigation that the member's role and organisation may open. */
export function useShownPages(): readonly NavigationPage[] {
  const { scopes, organization } = useMe()
  return NAVIGATION_PAGES.filter(
    ({ scope, earlyAccess }) =>
      (!scope || scopes.includes(scope)) && (!earlyAccess || organization.early_access),
  )
}
