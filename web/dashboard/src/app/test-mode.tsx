import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import { isTestMode, showTestData } from '../api/mode.ts'
import { Anchor } from '../ui/anchor.tsx'
import { EmptyState } from '../ui/states.tsx'
import styles from './shell.module.css'

/** The class of the header while test data is shown. */
export const testBar = isTestMode ? styles.testBar : undefined

/** Shown on every page while test data is shown. */
export function TestModeBand() {
  if (!isTestMode) return null
  return (
    <Group component="section" aria-label={t`Test data`} className={styles.band} gap="xs" wrap="nowrap">
      <FlaskConical size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm">
        <Trans>
          You see test data. Messages reach nobody: read them in the{' '}
          <Anchor href="/developers/test-messages">outbox</Anchor>. Members, keys and settings of the
          organisation are the live ones.
        </Trans>
      </Text>
      <Button variant="default" flex="none" ml="auto" onClick={() => showTestData(false)}>
        {t`Show live data`}
      </Button>
    </Group>
  )
}

/** In the place of a page that there is for live data alone. */
export function NotForTestData({ title }: { title: string }) {
  return (
    <EmptyState
      icon={FlaskConical}
      title={title}
      order={1}
      action={<Button onClick={() => showTestData(false)}>{t`Show live data`}</Button>}
    >
      <Trans>This is not there for test data.</Trans>
    </EmptyState>
  )
}
