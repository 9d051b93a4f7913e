import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'

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
    <Text size="sm">{lossText(changes)}</Text>
  </Paper>
)

function lossText(changes: Changes): string {
  const values = Object.entries<{ after?: unknown }>(changes).map(([field, { after }]) => [field, after])
  const { lost_requests, from, until, exact } = Object.fromEntries(values)
  const count = Number(lost_requests)
  const [start, end] = [timeText(String(from)), timeText(String(until))]
  return exact === true
    ? plural(count, {
        one: `# request between ${start} and ${end} could not be recorded. Changes it made may still be listed by event.`,
        other: `# requests between ${start} and ${end} could not be recorded. Changes they made may still be listed by event.`,
      })
    : plural(count, {
        one: `At least # request between ${start} and ${end} could not be recorded. Changes it made may still be listed by event.`,
        other: `At least # requests between ${start} and ${end} could not be recorded. Changes they made may still be listed by event.`,
      })
}
