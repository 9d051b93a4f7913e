import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge, Group, Text } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { timeText } from '../../ui/time.ts'
import { CalendarsForm } from './calendars-form.tsx'
import { Conflicts } from './conflicts.tsx'
import { Disconnect } from './disconnect.tsx'
import type { Connection } from './queries.ts'
import { SyncNow } from './sync-now.tsx'
import { Trouble } from './trouble.tsx'

const STATUS = {
  active: ['accent', msg({ message: 'Connected', context: 'calendar' })],
  needs_reauth: ['bad', msg`Reconnect needed`],
  paused: ['warn', msg({ message: 'Paused', context: 'calendar' })],
} as const

/** A connection: status, problems and settings. */
export function ConnectionCard({ name, connection }: { name: string; connection: Connection }) {
  const [tone, words] = STATUS[connection.status]
  const synced = connection.synced_at && timeText(connection.synced_at)
  return (
    <Card
      title={name}
      description={
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {connection.account_email} · {synced ? t`in sync since ${synced}` : t`not synced yet`}
        </Text>
      }
      action={
        <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
          {i18n._(words)}
        </Badge>
      }
    >
      <Trouble connection={connection} />
      {connection.status === 'active' && <CalendarsForm connection={connection} />}
      <Group align="flex-start">
        {connection.status === 'active' && <SyncNow connection={connection} />}
        <Disconnect connection={connection} />
      </Group>
      <Conflicts connection={connection} />
    </Card>
  )
}
