import { i18n } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Menu, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { locale } from '../../language/language.ts'
import { downloadProps } from '../../ui/download.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { instantOfField } from '../../ui/zone-time.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { membersQuery } from '../members/queries.ts'
import { actionLabel, OPERATION_LABELS } from './action-labels.ts'
import { AuditRow } from './audit-row.tsx'
import { OUTCOMES, outcomeName } from './outcomes.ts'

/** Links from other pages filter by one request. */
function initialFilter(): AuditFilter {
  const request_id = new URLSearchParams(window.location.search).get('request_id')
  return request_id === null ? {} : { request_id }
}

/** Who did what. */
export function Page() {
  const [initial] = useState(initialFilter)
  const [given, setGiven] = useState(initial)
  const filter = useDeferredValue(useSettled(given))
  const queues = useQuery({ ...queuesQuery, enabled: useCan('queues:read') }).data
  const queueNames = new Map(queues?.map(({ id, name }) => [id, name]))
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Audit log`}
        description={t`Who changed what, including refused attempts.`}
        actions={<Export filter={given} />}
      />
      <AuditFilters initial={initial} onChange={(part) => setGiven({ ...given, ...part })} />
      <Part resetOn={filter}>
        <Records filter={filter} queueNames={queueNames} />
      </Part>
    </Stack>
  )
}

interface RecordsProps {
  readonly filter: AuditFilter
  readonly queueNames: ReadonlyMap<string, string>
}

function Records({ filter, queueNames }: RecordsProps) {
  const query = useAuditRecords(filter)
  const all = query.data
  return (
    <>
      {all.length === 0 ? (
        <EmptyState icon={ScrollText} title={t`No matching records`}>
          <Trans>Who added guests, changed settings or signed in appears here within seconds.</Trans>
        </EmptyState>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {all.map((record) =>
            record.action === REQUESTS_LOST ? (
              <LostRecords key={record.id} changes={record.changes} />
            ) : (
              <AuditRow key={record.id} record={record} queueNames={queueNames} />
            ),
          )}
        </Stack>
      )}
      <MoreButton query={query} label={t`Show older`} />
    </>
  )
}

function Export({ filter }: { filter: AuditFilter }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={18} aria-hidden />}>
          {t({ message: 'Export', context: 'verb' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" {...downloadProps(exportAddress(filter, 'csv'), 'audit.csv')}>
          CSV
        </Menu.Item>
        <Menu.Item component="a" {...downloadProps(exportAddress(filter, 'jsonl'), 'audit.jsonl')}>
          <Trans>JSON lines</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type Changes = Schemas['ListedAuditRecord']['changes']

/** The action of a record that stands for requests missing from the log. */
const REQUESTS_LOST = 'requests.lost'

/** A record that stands for requests missing from the log. */
const LostRecords = ({ changes }: { changes: Changes }) => (
  <Paper component="li" withBorder p="md" bg="var(--usher-surface)">
    <Group justify="space-between" gap="xs">
      <Text fw={600}>{t`Missing from this log`}</Text>
      <StatusBadge tone="bad">{t`not recorded`}</StatusBadge>
    </Group>
    <Text size="sm">{lossText(changes)}</Text>
  </Paper>
)

function lossText(changes: Changes): string {
  const values = Object.entries<{ after?: unknown }>(changes).map(([field, { after }]) => [field, after])
  const { lost_requests, from, until } = Object.fromEntries(values)
  const count = Number(lost_requests)
  const [start, end] = [timeText(String(from)), timeText(String(until))]
  return plural(count, {
    one: `# request between ${start} and ${end} could not be recorded. Changes it made may still be listed by event.`,
    other: `# requests between ${start} and ${end} could not be recorded. Changes they made may still be listed by event.`,
  })
}

/** The records that match the filter, newest first. */
const useAuditRecords = (filter: AuditFilter) =>
  usePagesOf(['audit', filter], async (cursor) => {
    const query = { ...filter, ...(cursor && { cursor }) }
    return (await api.get('/account/audit', { params: { query } })).data
  })

const TIMES = [
  ['from', msg({ message: 'From', context: 'start of a period' })],
  ['to', msg({ message: 'Until', context: 'end of a period' })],
] as const

const kinds = () =>
  Object.keys(OPERATION_LABELS)
    .map((value) => ({ value, label: actionLabel(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))

const others = () => [
  { value: 'guest', label: t`Guests` },
  { value: 'customer', label: t`Customers with a booking` },
  { value: 'google_calendar', label: 'Google Calendar' },
  { value: 'system', label: 'Usher' },
]

interface Props {
  /** The initial filter. */
  readonly initial: AuditFilter
  readonly onChange: (part: AuditFilter) => void
}

function AuditFilters({ initial, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Person onChange={(actor) => onChange({ actor })} />
      <Select
        label={t({ message: 'What', context: 'filter of the audit log' })}
        placeholder={t({ message: 'Anything', context: 'filter of the audit log' })}
        data={kinds()}
        clearable
        searchable
        nothingFoundMessage={t`Nothing found`}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <Select
        label={t`Outcome`}
        placeholder={t({ message: 'Any', context: 'outcome of an action' })}
        data={OUTCOMES.map((value) => ({ value, label: outcomeName(value) }))}
        clearable
        onChange={(outcome) => onChange({ outcome: (outcome ?? undefined) as AuditFilter['outcome'] })}
      />
      {TIMES.map(([name, label]) => (
        <DateTimeField
          key={name}
          label={i18n._(label)}
          onChange={(local) => onChange({ [name]: instantOfField(local) })}
        />
      ))}
      <TextInput
        label={t`Request ID`}
        placeholder="req_…"
        maxLength={100}
        defaultValue={initial.request_id}
        onChange={({ currentTarget }) => onChange({ request_id: currentTarget.value.trim() || undefined })}
      />
    </SimpleGrid>
  )
}

/** Members and keys by name, as far as the member may see them, and those who act without an account. */
function Person({ onChange }: { onChange: (actor: string | undefined) => void }) {
  const members = useQuery({ ...membersQuery, enabled: useCan('members:manage') }).data ?? []
  const keys = useQuery({ ...apiKeysQuery, enabled: useCan('api-keys:manage') }).data ?? []
  return (
    <Select
      label={t({ message: 'Who', context: 'filter of the audit log' })}
      placeholder={t`Anybody`}
      data={[
        { group: t`Members`, items: members.map(({ id, name }) => ({ value: id, label: name })) },
        {
          group: t`API keys`,
          items: keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} (…${last4})` })),
        },
        { group: t({ message: 'Others', context: 'who did something' }), items: others() },
      ].filter(({ items }) => items.length > 0)}
      clearable
      searchable
      nothingFoundMessage={t`Nobody found`}
      onChange={(actor) => onChange(actor ?? undefined)}
    />
  )
}

interface AuditFilter {
  readonly actor?: string
  readonly action?: string
  readonly resource?: string
  readonly request_id?: string
  readonly outcome?: Schemas['ListedAuditRecord']['outcome']
  readonly from?: string
  readonly to?: string
}

/** The download address of all records that match the filter. Excel needs the byte order mark to read CSV as UTF-8. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return `/account/audit/export?${new URLSearchParams([...given, ['format', format], ['bom', 'true']])}`
}
