import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Menu, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { downloadProps } from '../../ui/download.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import { type AuditFilter, exportAddress } from './export-address.ts'

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
        <Records {...{ filter, queueNames }} />
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
          <Trans context="verb">Export</Trans>
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

/** The records that match the filter, newest first. */
const useAuditRecords = (filter: AuditFilter) =>
  usePagesOf(['audit', filter], async (cursor) => {
    const query = { ...filter, ...(cursor && { cursor }) }
    return (await api.get('/account/audit', { params: { query } })).data
  })
