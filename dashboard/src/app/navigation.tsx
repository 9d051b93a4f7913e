import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useMe } from '../api/session.ts'
import { NAV_GROUPS, type PageDefinition } from '../pages/define-page.ts'
import { pages } from '../pages/index.ts'

const inNavigation: readonly PageDefinition[] = pages.filter(({ nav }) => nav !== undefined)

/** The entry of an address: the longest path that it starts with. */
const entryOf = (current: string): string | undefined =>
  inNavigation
    .map(({ path }) => path)
    .filter((path) => current === path || current.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]

/** Links to the pages that the member's role may open. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { scopes } = useMe()
  const groups = NAV_GROUPS.map((group) => ({
    group,
    shown: inNavigation.filter(
      ({ nav, scope }) => nav?.group === group && (!scope || scopes.includes(scope)),
    ),
  }))
  return (
    <AppShell.Section grow component={ScrollArea} px="xs" pb="md">
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
