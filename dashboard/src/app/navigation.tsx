import { AppShell, NavLink, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { NAV_GROUPS, type PageDefinition } from '../pages/define-page.ts'
import styles from './shell.module.css'
import { NAVIGATION_PAGES, useShownPages } from './use-shown-pages.ts'

/** The entry of an address: the longest path that it starts with. */
const entryOf = (current: string): string | undefined =>
  NAVIGATION_PAGES.map(({ path }) => path)
    .filter((path) => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]

/** Links to the pages that the member's role may open. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const pages = useShownPages()
  const groups = NAV_GROUPS.map((group) => ({ group, shown: pages.filter(({ nav }) => nav.group === group) }))
  return (
    <AppShell.Section grow className={styles.scrolls} px="xs" pb="md">
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ group, shown }) => (
          <div key={group}>
            <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
              {group}
            </Text>
            {shown.map((page) => (
              <Entry key={page.path} page={page} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
    </AppShell.Section>
  )
}

function Entry({ page: { path, nav }, onNavigate }: { page: PageDefinition; onNavigate: () => void }) {
  const [current] = useLocation()
  if (!nav) return null
  const { label, icon: Icon } = nav
  const isHere = path === entryOf(current)
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    />
  )
}
