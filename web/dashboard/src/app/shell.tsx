import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { AppShell, Box, Burger, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { BookOpen } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../api/session.ts'
import { hasUnsaved } from '../forms/unsaved.ts'
import { NAV_GROUPS } from '../pages/index.ts'
import { Later, LaterMenu, LaterParts } from '../ui/later.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Logo } from './logo.tsx'
import styles from './shell.module.css'
import { TestModeBand, testBar } from './test-mode.tsx'
import { NAVIGATION_PAGES, type NavigationPage, useShownPages } from './use-shown-pages.ts'
import { UserButton } from './user-button.tsx'

const userMenu = new LaterParts(() => import('./user-menu.tsx'))

/** The frame of every signed-in page: organisation, navigation and user menu. */
export function Shell({ children }: { children: ReactNode }) {
  const { organization } = useMe()
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={styles.skip} href="#main">{t`Skip to content`}</a>
      <ConnectionBanner />
      <LeaveGuard />
      <OpenPalette />
      <AppShell.Header className={[styles.bar, testBar].filter(Boolean).join(' ')}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" className={styles.shrinks}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? t`Close navigation` : t`Open navigation`}
            />
            <Text fw={600} truncate>
              {organization.name}
            </Text>
          </Group>
          <LaterMenu of={userMenu} button={<UserButton />}>
            {({ UserMenu }) => <UserMenu />}
          </LaterMenu>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.bar} aria-label={t`Pages`}>
        <Group h={56} px="md" gap="xs" justify="space-between">
          <Group gap="xs">
            <Logo size={26} />
            <Text fw={700}>Usher</Text>
          </Group>
          <Burger opened onClick={close} hiddenFrom="md" size="sm" aria-label={t`Close navigation`} />
        </Group>
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
        <Box className={styles.page}>
          <TestModeBand />
          {children}
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}

const dialog = new LaterParts(() => import('./leave-dialog.tsx'))

/**
 * Asks before a page with unsaved changes is left: for another page of the dashboard by a dialog, otherwise by the
 * browser's own question. Browsers without the Navigation API ask only the latter.
 */
function LeaveGuard() {
  const [leave, setLeave] = useState<() => void>()
  const isAllowed = useRef(false)
  // A layout effect: signing out leaves the page while this is being removed.
  useLayoutEffect(() => {
    const end = new AbortController()
    const { signal } = end
    window.addEventListener('beforeunload', (event) => hasUnsaved() && event.preventDefault(), { signal })
    const ask = (event: NavigateEvent) => {
      const { destination, navigationType, cancelable } = event
      const isOtherPage = new URL(destination.url).pathname !== window.location.pathname
      if (!cancelable || !destination.sameDocument || !isOtherPage || !hasUnsaved()) return
      if (isAllowed.current) {
        isAllowed.current = false
        return
      }
      event.preventDefault()
      setLeave(() => () => {
        isAllowed.current = true
        if (navigationType === 'traverse') window.navigation.traverseTo(destination.key)
        else window.history.pushState(null, '', destination.url)
      })
    }
    window.navigation?.addEventListener('navigate', ask, { signal })
    return () => end.abort()
  }, [])
  const close = () => setLeave(undefined)
  const confirm = () => {
    close()
    leave?.()
  }
  return (
    <Later of={dialog} isWanted={leave !== undefined}>
      {({ LeaveDialog }) => <LeaveDialog isOpen={leave !== undefined} onStay={close} onLeave={confirm} />}
    </Later>
  )
}

const palette = new LaterParts(() => import('./command-palette.tsx'))

/** Loads the command palette on the first Ctrl+K (⌘K on a Mac), also while somebody types. */
function OpenPalette() {
  const [isWanted, setWanted] = useState(false)
  useHotkeys([['mod+K', () => setWanted(true)]], [])
  return (
    <Later of={palette} isWanted={isWanted}>
      {({ CommandPalette }) => <CommandPalette />}
    </Later>
  )
}

/** The entry of an address: the longest path that it starts with. */
const entryOf = (current: string): string | undefined =>
  NAVIGATION_PAGES.map(({ path }) => path)
    .filter((path) => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]

/** Links to the pages that the member's role may open. */
function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const pages = useShownPages()
  const entriesOf = (group: keyof typeof NAV_GROUPS | undefined) =>
    pages
      .filter(({ nav }) => nav.group === group)
      .map((page) => <Entry key={page.path} page={page} onNavigate={onNavigate} />)
  return (
    <AppShell.Section grow className={styles.scrolls} px="xs" pb="md">
      {entriesOf(undefined)}
      <Folded group="settings" entries={entriesOf('settings')} />
      <Folded group="developers" entries={entriesOf('developers')}>
        <NavLink
          href="/docs/reference"
          label={t`API reference`}
          leftSection={<BookOpen size={18} aria-hidden />}
        />
      </Folded>
    </AppShell.Section>
  )
}

interface FoldedProps {
  readonly group: keyof typeof NAV_GROUPS
  readonly entries: readonly ReactNode[]
  readonly children?: ReactNode
}

/** Entries that unfold, and are unfolded on their pages. */
function Folded({ group, entries, children }: FoldedProps) {
  const [current] = useLocation()
  const isInside = NAVIGATION_PAGES.some(({ path, nav }) => nav.group === group && path === entryOf(current))
  const [isOpen, setOpen] = useState<boolean>()
  const { label, icon: Icon } = NAV_GROUPS[group]
  if (entries.length === 0) return null
  return (
    <NavLink
      component="button"
      label={i18n._(label)}
      leftSection={<Icon size={18} aria-hidden />}
      childrenOffset={16}
      opened={isOpen ?? isInside}
      onChange={setOpen}
      aria-expanded={isOpen ?? isInside}
    >
      {entries}
      {children}
    </NavLink>
  )
}

interface EntryProps {
  readonly page: NavigationPage
  readonly onNavigate: () => void
}

function Entry({ page: { path, title, nav }, onNavigate }: EntryProps) {
  const [current] = useLocation()
  const { label = title, icon: Icon, Badge } = nav
  const isHere = path === entryOf(current)
  return (
    <NavLink
      component={Link}
      href={path}
      label={i18n._(label)}
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={Badge && <Badge />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    />
  )
}
