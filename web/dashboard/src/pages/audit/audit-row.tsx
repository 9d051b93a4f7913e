import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Paper, Table, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { outcomeName } from './outcomes.ts'
import { Sentence } from './sentence.tsx'

const TONES: Readonly<Record<Schemas['ListedAuditRecord']['outcome'], Tone>> = {
  accepted: 'good',
  refused: 'warn',
  failed: 'bad',
}

/** Most changed fields that are shown at once. */
const MAX_OPEN = 2

/** The value of a field; anything but text is shown as JSON. */
const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Props {
  readonly record: Schemas['ListedAuditRecord']
  readonly queueNames: ReadonlyMap<string, string>
}

/** One record, with every changed field before and after. */
export function AuditRow({ record, queueNames }: Props) {
  const { at, action, outcome, status, code, resource, address, request_id } = record
  const person = record.on_behalf_of && (record.on_behalf_of_name ?? t`a former member`)
  const changes = Object.entries<{ before?: unknown; after?: unknown }>(record.changes)
  const details = [
    timeText(at),
    record.via === 'mcp' && t`by an agent`,
    person && t({ message: `on behalf of ${{ person }}`, context: 'audit log' }),
    address && t({ message: `from ${address}`, context: 'IP address' }),
  ]
  return (
    <Paper component="li" withBorder p="md" bg="var(--usher-surface)">
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <Sentence {...{ record, queueNames }} />
        </Text>
        <StatusBadge tone={TONES[outcome]}>{outcomeName(outcome)}</StatusBadge>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[action, resource, status, code, request_id].filter((part) => part !== null).join(' · ')}
      </Text>
      {changes.length > 0 && <Changes changes={changes} />}
    </Paper>
  )
}

type Change = readonly [field: string, values: { readonly before?: unknown; readonly after?: unknown }]

/** Open at once where it is short: most people only want the sentence. */
function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <details open={changes.length <= MAX_OPEN}>
      <Text component="summary" size="sm" w="fit-content" style={{ cursor: 'pointer' }}>
        {changes.length === 1 ? t`What changed` : t`What changed (${{ count: changes.length }})`}
      </Text>
      <Table mt="xs" layout="fixed" style={{ overflowWrap: 'anywhere' }} aria-label={t`Changes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Field</Trans>
            </Table.Th>
            <Table.Th>
              <Trans context="value of a field">Before</Trans>
            </Table.Th>
            <Table.Th>
              <Trans context="value of a field">After</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(([field, { before, after }]) => (
            <Table.Tr key={field}>
              <Table.Td>{field}</Table.Td>
              <Table.Td>{valueText(before)}</Table.Td>
              <Table.Td>{valueText(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
