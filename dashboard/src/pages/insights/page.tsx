import { Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { lastDays } from './period.ts'
import { MAX_QUEUES } from './queries.ts'
import { QueueInsights } from './queue-insights.tsx'

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '90', label: 'Last 90 days' },
]

const ALL = 'all'

/** How the queues and the messages did. */
export function Page() {
  const queues = useQuery(queuesQuery)
  const [days, setDays] = useState('7')
  const [queueId, setQueueId] = useState(ALL)
  // The end is fixed, so that all cards cover the same period.
  const period = useMemo(() => lastDays(Number(days), Date.now()), [days])
  const [seesMessages, seesWebhooks] = [useCan('notifications:read'), useCan('webhooks:manage')]
  const known = queues.data ?? []
  const chosen = queueId === ALL ? known.slice(0, MAX_QUEUES) : known.filter((queue) => queue.id === queueId)
  const everything = known.length > MAX_QUEUES ? `First ${MAX_QUEUES} queues` : 'All queues'
  return (
    <>
      <PageHeader
        title="Insights"
        actions={
          <Group gap="sm">
            {known.length > 1 && (
              <NativeSelect
                aria-label="Queue"
                data={[
                  { value: ALL, label: everything },
                  ...known.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={queueId}
                onChange={(event) => setQueueId(event.currentTarget.value)}
              />
            )}
            <NativeSelect
              aria-label="Period"
              data={PERIODS}
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
          </Group>
        }
      />
      <Stack gap="lg">
        <Loaded query={queues}>
          {() =>
            chosen.length > 0 ? (
              <QueueInsights queues={chosen} period={period} days={Number(days)} />
            ) : (
              <EmptyState icon={ChartLine} title="No queues yet">
                When guests wait longest, whether quotes were right and how many came appears here once they
                have joined a queue.
              </EmptyState>
            )
          }
        </Loaded>
        {seesMessages && <MessagesCard period={period} />}
        {seesWebhooks && <DeliveriesCard />}
      </Stack>
    </>
  )
}
