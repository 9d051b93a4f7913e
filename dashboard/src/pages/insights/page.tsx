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
import { QueueInsights } from './queue-insights.tsx'
import { UsageCard } from './usage-card.tsx'

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '90', label: 'Last 90 days' },
]

/** How the queues, the messages and the API did. */
export function Page() {
  const queues = useQuery(queuesQuery)
  const [days, setDays] = useState('28')
  const [queueId, setQueueId] = useState<string>()
  // The end is fixed, so that all cards cover the same period.
  const period = useMemo(() => lastDays(Number(days), Date.now()), [days])
  const [seesMessages, seesUsage, seesWebhooks] = [
    useCan('notifications:read'),
    useCan('usage:read'),
    useCan('webhooks:manage'),
  ]
  const chosen = queueId ?? queues.data?.[0]?.id
  return (
    <>
      <PageHeader
        title="Insights"
        actions={
          <Group gap="sm">
            {chosen && (
              <NativeSelect
                aria-label="Queue"
                data={(queues.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={chosen}
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
            chosen ? (
              <QueueInsights id={chosen} period={period} />
            ) : (
              <EmptyState icon={ChartLine} title="No queues yet">
                Waiting times appear here once guests have joined a queue.
              </EmptyState>
            )
          }
        </Loaded>
        {seesMessages && <MessagesCard period={period} />}
        {seesUsage && <UsageCard period={period} />}
        {seesWebhooks && <DeliveriesCard />}
      </Stack>
    </>
  )
}
