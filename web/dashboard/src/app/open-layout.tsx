import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Container, Group, Input, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { chooseLanguage, LANGUAGES, language } from '../language/language.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Logo } from './logo.tsx'

/** The layout of pages without sign-in: one centred form. */
export function OpenLayout({ children }: { children: ReactNode }) {
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
        <Anchor href="/docs" size="sm" underline="always" display="block" ta="center" mt="md">
          <Trans>Documentation for developers</Trans>
        </Anchor>
      </Container>
    </>
  )
}
