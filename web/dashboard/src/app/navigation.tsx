import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { AppShell, NavLink, Text } from '@mantine/core'
import { BookOpen } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { NAV_GROUPS } from '../pages/index.ts'
import styles from './shell.module.css'
import { NAVIGATION_PAGES, type NavigationPage, useShownPages } from './use-shown-pages.ts'

/** The entry of an address: the longest path that it starts with. */
const entryOf = (current: string): string | undefined =>
  NAVIGATION_PAGES.map(({ path }) => path)
    .filter((path) => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]

/** Links to the pages that the member's role may open. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const pages = useShownPages()
  const groups = Object.entries(NAV_GROUPS).map(([group, label]) => ({
    ...{ group, label, shown: pages.filter(({ nav }) => nav.group === group) },
  }))
  return (
    <AppShell.Section grow className={styles.scrolls} px="xs" pb="md">
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ group, label, shown }) => (
          <div key={group}>
            <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
              {i18n._(label)}
            </Text>
            {shown.map((page) => (
              <Entry key={page.path} page={page} onNavigate={onNavigate} />
            ))}
            {group === 'developers' && (
              <NavLink
                href="/docs/reference"
                label={t`API reference`}
                leftSection={<BookOpen size={18} aria-hidden />}
              />
            )}
          </div>
        ))}
    </AppShell.Section>
  )
}

interface EntryProps {
  readonly page: NavigationPage
  readonly onNavigate: () => void
}

function Entry({ page: { path, title, nav }, onNavigate }: EntryProps) {
  const [current] = useLocation()
  const { label = title, icon: Icon } = nav
  const isHere = path === entryOf(current)
  return (
    <NavLink
      component={Link}
      href={path}
      label={i18n._(label)}
      leftSection={<Icon size={18} aria-hidden />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    />
  )
}
