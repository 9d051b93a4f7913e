import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Anchor as DocumentAnchor, Group, Input, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Compass, KeyRound, ShieldX } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { isTestMode } from '../api/mode.ts'
import { meQuery, useCan, useMe } from '../api/session.ts'
import { chooseLanguage, LANGUAGES, language } from '../language/language.ts'
import { type PageDefinition, pages } from '../pages/index.ts'
import { Anchor } from '../ui/anchor.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Part } from '../ui/part.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { setTitle } from '../ui/use-title.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Logo } from './logo.tsx'
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

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** Shows a page to organisations with early access, and a notice to others. */
function EarlyAccess({ title, children }: Props) {
  const { organization } = useMe()
  if (organization.early_access) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={KeyRound} title={t`Bookings are in early access`}>
        {t`They are not available to ${{ organization: organization.name }} yet. Ask us to enable the platform API for your organisation. Your queues work without them.`}
      </EmptyState>
    </>
  )
}

/** The layout of pages without sign-in: one centred form. */
function OpenLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ConnectionBanner />
      <Container component="main" id="main" tabIndex={-1} size={460} py={{ base: 24, sm: 64 }}>
        <Group gap="xs" mb="lg" justify="center">
          <Logo size={32} />
          <Text fw={700} size="xl">
            Usher
          </Text>
        </Group>
        <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="lg" bg="var(--usher-surface)">
          {children}
        </Paper>
        <Input
          component="select"
          aria-label={t`Language`}
          value={language}
          onChange={(event) => chooseLanguage(event.currentTarget.value)}
          size="xs"
          w="fit-content"
          mx="auto"
          mt="lg"
        >
          {Object.entries(LANGUAGES).map(([value, name]) => (
            <option key={value} value={value} lang={value}>
              {name}
            </option>
          ))}
        </Input>
        <DocumentAnchor href="/docs" size="sm" underline="always" display="block" ta="center" mt="md">
          <Trans>Documentation for developers</Trans>
        </DocumentAnchor>
      </Container>
    </>
  )
}
