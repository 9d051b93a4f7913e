import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { BookOpen, LogOut, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react'
import { useLocation } from 'wouter'
import { useMe, useSignOut } from '../api/session.ts'
import { chooseLanguage, LANGUAGES, language } from '../language/language.ts'
import { roleName } from '../pages/members/roles.tsx'
import { useOpenAtOnce } from '../ui/later.tsx'
import { notifyError } from '../ui/notify.ts'
import { UserButton } from './user-button.tsx'

const SCHEMES = [
  { value: 'light', label: msg({ message: 'Light', context: 'theme' }), icon: Sun },
  { value: 'dark', label: msg({ message: 'Dark', context: 'theme' }), icon: Moon },
  {
    value: 'auto',
    label: msg({ message: 'System', context: 'theme: as the operating system has it' }),
    icon: Monitor,
  },
] as const

/** The account, theme and sign-out menu. */
export function UserMenu() {
  const { member } = useMe()
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  const { button, menu } = useOpenAtOnce()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={260} {...menu}>
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt="xs" fw={600} truncate>
          {member.name}
        </Text>
        <Text px="sm" pb="xs" size="sm" c="dimmed" truncate>
          {member.email} · {roleName(member.role)}
        </Text>
        <Menu.Divider />
        <Menu.Label>{t`Theme`}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={18} aria-hidden />}>
              {i18n._(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t`Language`}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={chooseLanguage}>
          {Object.entries(LANGUAGES).map(([value, name]) => (
            <Menu.RadioItem key={value} value={value} lang={value}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<ShieldCheck size={18} aria-hidden />}
          onClick={() => navigate('/settings/security')}
        >
          <Trans>Password and security</Trans>
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<BookOpen size={18} aria-hidden />}>
          <Trans>Documentation for developers</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={18} aria-hidden />}
          onClick={() => void signOut().catch(notifyError)}
        >
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
