import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Group, Paper, Table, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { actionLabel } from './action-labels.ts'
import { outcomeName } from './outcomes.ts'

type AuditRecord = Schemas['ListedAuditRecord']

/** Actors without an account, and those whose account is gone. Guests are not named: their data may have been erased. */
const ACTORS: Readonly<Record<string, MessageDescriptor>> = {
  system: msg`Usher`,
  operator: msg`An operator of Usher`,
  guest: msg`A guest`,
  customer: msg`A customer`,
  google_calendar: msg`Google Calendar`,
  anonymous: msg`Somebody without an account`,
  mem: msg`A former member`,
  key: msg`A former API key`,
  oac: msg`A former application`,
}

/** Pages of things, by the prefix of their identifier. */
const PAGES: Readonly<Record<string, string>> = {
  org: '/settings/organization',
  mem: '/settings/members',
  inv: '/settings/members',
  key: '/settings/api-keys',
  oac: '/settings/oauth-applications',
  whk: '/settings/webhooks',
  ntf: '/messages',
  tpl: '/messages/templates',
  opt: '/messages/opt-outs',
  mpr: '/settings/messages',
  bk: '/bookings',
  svt: '/service-types',
  pvd: '/providers',
  cat: '/catalogue',
  prd: '/catalogue',
  cal: '/google-calendar',
  prv: '/settings/privacy',
}

const TONES: Readonly<Record<AuditRecord['outcome'], Tone>> = {
  accepted: 'good',
  refused: 'warn',
  failed: 'bad',
}

/** Most changed fields that are shown at once. */
const MAX_OPEN = 2

const prefixOf = (id: string): string => id.split('_')[0] ?? ''

function nameOf({ actor, actor_name }: AuditRecord): string {
  const kind = ACTORS[actor] ?? ACTORS[prefixOf(actor)]
  return actor_name ?? (kind ? i18n._(kind) : actor)
}

/** The queue that a record is about, or that its guest is in. */
function queueOf({ resource, changes }: AuditRecord): string | undefined {
  if (resource !== null && prefixOf(resource) === 'q') return resource
  const { queue_id } = changes as { queue_id?: { before?: unknown; after?: unknown } }
  const id = queue_id?.after ?? queue_id?.before
  return typeof id === 'string' ? id : undefined
}

/** The value of a field; anything but text is shown as JSON. */
const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Props {
  readonly record: AuditRecord
  /** Names of the queues that still exist, by id. */
  readonly queueNames: ReadonlyMap<string, string>
}

/** One record: who, the action, the queue, the outcome, and every changed field before and after. */
export function AuditRow({ record, queueNames }: Props) {
  const { at, action, outcome, status, code, resource, address, request_id } = record
  const person = record.on_behalf_of && (record.on_behalf_of_name ?? t`a former member`)
  const page = resource === null ? undefined : PAGES[prefixOf(resource)]
  const label = actionLabel(action)
  const queueId = queueOf(record)
  const queue = queueId && queueNames.get(queueId)
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
          {nameOf(record)}
          {' · '}
          {page ? (
            <Anchor href={page} inherit>
              {label}
            </Anchor>
          ) : (
            label
          )}
          {queue && (
            <>
              {' · '}
              <Anchor href={`/queues/${queueId}`} inherit>
                {queue}
              </Anchor>
            </>
          )}
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

/** Open at once where it is short: most people only want the first line. */
function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <details open={changes.length <= MAX_OPEN}>
      <Text component="summary" size="sm" w="fit-content" style={{ cursor: 'pointer' }}>
        {changes.length === 1 ? t`What changed` : t`What changed (${{ count: changes.length }})`}
      </Text>
      <Table mt="xs" layout="fixed" style={{ overflowWrap: 'anywhere' }} aria-label={t`Changes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Field`}</Table.Th>
            <Table.Th>{t({ message: 'Before', context: 'value of a field' })}</Table.Th>
            <Table.Th>{t({ message: 'After', context: 'value of a field' })}</Table.Th>
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
