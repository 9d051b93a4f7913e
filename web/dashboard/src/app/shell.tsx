import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AppShell, Box, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useMe } from '../api/session.ts'
import { LaterMenu, LaterParts } from '../ui/later.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { OpenPalette } from './open-palette.tsx'
import styles from './shell.module.css'
import { TestModeBand, TestModeSwitch, testBar } from './test-mode.tsx'
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
      <a className={styles.skip} href="#main">
        <Trans>Skip to content</Trans>
      </a>
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
          <Group gap="sm" wrap="nowrap">
            <TestModeSwitch />
            <LaterMenu of={userMenu} button={<UserButton />}>
              {({ UserMenu }) => <UserMenu />}
            </LaterMenu>
          </Group>
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
