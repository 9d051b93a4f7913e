import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Compass, ShieldX } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { isTestMode } from '../api/mode.ts'
import { meQuery, useCan } from '../api/session.ts'
import type { PageDefinition } from '../pages/index.ts'
import { pages } from '../pages/index.ts'
import { Anchor } from '../ui/anchor.tsx'
import { EarlyAccess } from '../ui/early-access.tsx'
import { Part } from '../ui/part.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { setTitle } from '../ui/use-title.ts'
import { OpenLayout } from './open-layout.tsx'
import { Shell } from './shell.tsx'
import { NotForTestData } from './test-mode.tsx'

const open = pages.filter(({ access }) => access === 'open')
const forMembers = pages.filter(({ access }) => access !== 'open')

/** Shows the page for the current address. */
export function Routes() {
  return (
    <Switch>
      {open.map((page) => (
        <Route key={page.path} path={page.path}>
          <OpenLayout>
            <Shown page={page} />
          </OpenLayout>
        </Route>
      ))}
      <Route>
        <ForMembers />
      </Route>
    </Switch>
  )
}

function ForMembers() {
  const me = useQuery(meQuery)
  const [path] = useLocation()
  if (me.isError) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
  if (me.data === undefined) return null
  if (me.data === null) {
    const next = path + window.location.search
    return <Redirect to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} />
  }
  return (
    <Shell>
      <Switch>
        {forMembers.map((page) => (
          <Route key={page.path} path={page.path}>
            {page.scope ? <IfAllowed page={page} scope={page.scope} /> : <Shown page={page} />}
          </Route>
        ))}
        <Route>
          <EmptyState
            icon={Compass}
            title={t`Page not found`}
            order={1}
            action={<Anchor href="/">{t`Go to the home page`}</Anchor>}
          >
            <Trans>The address may be wrong, or the page has been removed.</Trans>
          </EmptyState>
        </Route>
      </Switch>
    </Shell>
  )
}

function IfAllowed({ page, scope }: { page: PageDefinition; scope: NonNullable<PageDefinition['scope']> }) {
  if (useCan(scope)) return <Shown page={page} />
  return (
    <EmptyState icon={ShieldX} title={t`Your role does not allow this`} order={1}>
      <Trans>Ask a manager of your organisation if you need it.</Trans>
    </EmptyState>
  )
}

/** The loaded page. Its title goes to the tab, and focus moves so that screen readers announce it. */
function Shown({ page: { Page, title: words, earlyAccess, liveOnly } }: { page: PageDefinition }) {
  const [path] = useLocation()
  const title = i18n._(words)
  useDefaultTitle(title)
  useFocusOnNavigation(title)
  if (liveOnly && isTestMode) return <NotForTestData title={title} />
  return (
    <Part key={path}>
      {earlyAccess ? (
        <EarlyAccess title={title}>
          <Page />
        </EarlyAccess>
      ) : (
        <Page />
      )}
    </Part>
  )
}

/** Layout effect, so that a page's own useTitle runs later and wins. */
function useDefaultTitle(title: string): void {
  useLayoutEffect(() => {
    setTitle(title)
  }, [title])
}

/** Moves focus to a new page; the browser announces the first one itself. */
function useFocusOnNavigation(title: string): void {
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title means another page
  useEffect(() => {
    if (!isFirst.current) document.getElementById('main')?.focus()
    isFirst.current = false
  }, [title])
}
