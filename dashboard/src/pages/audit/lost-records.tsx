import { Trans } from '@lingui/react/macro'
import { Group, Paper, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { lostText } from '../../ui/lost-requests.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Changes = Schemas['ListedAuditRecord']['changes']

/** The action of a record that stands for requests missing from the log. */
export const REQUESTS_LOST = 'requests.lost'

/** A record that stands for requests missing from the log. */
export const LostRecords = ({ changes }: { changes: Changes }) => (
  <Paper component="li" withBorder p="md" bg="var(--usher-surface)">
    <Group justify="space-between" gap="xs">
      <Text fw={600}>
        <Trans>Missing from this log</Trans>
      </Text>
      <StatusBadge tone="bad">
        <Trans>not recorded</Trans>
      </StatusBadge>
    </Group>
    <Text size="sm">
      {lostText(lossOf(changes))} <Trans>Changes they made may still be listed by event.</Trans>
    </Text>
  </Paper>
)

function lossOf(changes: Changes) {
  const values = Object.entries<{ after?: unknown }>(changes).map(([field, { after }]) => [field, after])
  const { lost_requests, from, until, exact } = Object.fromEntries(values)
  return { requests: Number(lost_requests), from: String(from), until: String(until), exact: exact === true }
}
