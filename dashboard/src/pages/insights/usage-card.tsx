import { Button, NativeSelect, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { LostRequests } from '../../ui/lost-requests.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { Period } from './period.ts'
import { usageQuery } from './queries.ts'

type Usage = Schemas['Usage']

const MAX_ROWS = 10

const dayOf = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** How much of the API was used, in all and by key or operation. */
export function UsageCard({ period }: { period: Period }) {
  const usage = useQuery(usageQuery(period, undefined))
  const csv = new URLSearchParams({
    ...{ format: 'csv', interval: 'day', group_by: 'actor,operation,status' },
    ...period,
  })
  return (
    <Card
      title="API usage"
      description="Calls by keys, partners and this dashboard. Days are in UTC."
      action={
        <Button
          component="a"
          href={`/account/usage?${csv}`}
          download
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
        >
          Export usage (CSV)
        </Button>
      }
    >
      <Loaded query={usage}>
        {({ data, lost }) => (
          <>
            <LostRequests lost={lost} />
            {data.length === 0 ? (
              <Text c="dimmed">No requests in this period.</Text>
            ) : (
              <>
                <Chart kind="stacked" label="Requests by day" unit="requests" {...barsOf(data)} />
                <Ranking period={period} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

const barsOf = (data: Usage['data']) => ({
  labels: data.map(({ start }) => dayOf.format(new Date(start))),
  series: [
    { name: 'Succeeded', values: data.map(({ requests, errors }) => requests - errors) },
    { name: 'Errors', values: data.map(({ errors }) => errors) },
  ],
})

function Ranking({ period }: { period: Period }) {
  const [grouping, setGrouping] = useState<'operation' | 'actor'>('operation')
  const usage = useQuery(usageQuery(period, grouping))
  return (
    <>
      <NativeSelect
        label="Most used"
        data={[
          { value: 'operation', label: 'By operation' },
          { value: 'actor', label: 'By key or member' },
        ]}
        value={grouping}
        onChange={(event) => setGrouping(event.currentTarget.value as typeof grouping)}
        maw={240}
      />
      <Loaded query={usage}>{({ data }) => <RankingTable data={data} grouping={grouping} />}</Loaded>
    </>
  )
}

function RankingTable({ data, grouping }: { data: Usage['data']; grouping: 'operation' | 'actor' }) {
  const rows = data.toSorted((one, other) => other.requests - one.requests).slice(0, MAX_ROWS)
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{grouping === 'operation' ? 'Operation' : 'Key or member'}</Table.Th>
            <Table.Th>Requests</Table.Th>
            <Table.Th>Errors</Table.Th>
            <Table.Th>95th percentile</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row[grouping]}>
              <Table.Td>{row[grouping]}</Table.Td>
              <Table.Td>{row.requests}</Table.Td>
              <Table.Td>{row.errors}</Table.Td>
              <Table.Td>
                {row.latency_ms.p95 === null ? '–' : `${Math.round(row.latency_ms.p95)} ms`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
