import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SandboxBand } from '../message-settings/sandbox-band.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { MessagesCard } from './messages-card.tsx'
import { lastDays } from './period.ts'
import { MAX_QUEUES } from './queries.ts'
import { QueueInsights } from './queue-insights.tsx'

const PERIODS = ['7', '28', '90']

const ALL = 'all'

/** The end of the period is fixed, so that all cards cover the same one. */
const choiceOf = (days: string, queueId: string) => ({
  ...{ days, queueId },
  period: lastDays(Number(days), Date.now()),
})

type Choice = ReturnType<typeof choiceOf>

/** How the queues and the messages did. */
export function Page() {
  const [choice, setChoice] = useState(() => choiceOf('7', ALL))
  const shown = useDeferredValue(choice)
  const [seesMessages, seesWebhooks] = [useCan('notifications:read'), useCan('webhooks:manage')]
  const known = useQuery(queuesQuery).data ?? []
  const everything = known.length > MAX_QUEUES ? t`First ${{ count: MAX_QUEUES }} queues` : t`All queues`
  return (
    <>
      <PageHeader
        title={t`Insights`}
        actions={
          <Group gap="sm">
            {known.length > 1 && (
              <NativeSelect
                aria-label={t`Queue`}
                data={[
                  { value: ALL, label: everything },
                  ...known.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={choice.queueId}
                onChange={(event) => setChoice({ ...choice, queueId: event.currentTarget.value })}
              />
            )}
            <NativeSelect
              aria-label={t`Period`}
              data={PERIODS.map((days) => ({ value: days, label: t`Last ${days} days` }))}
              value={choice.days}
              onChange={(event) => setChoice(choiceOf(event.currentTarget.value, choice.queueId))}
            />
          </Group>
        }
      />
      <SandboxBand />
      <Stack gap="lg">
        <Part resetOn={shown}>
          <Queues {...shown} />
        </Part>
        {seesMessages && <MessagesCard period={shown.period} />}
        {seesWebhooks && <DeliveriesCard />}
      </Stack>
    </>
  )
}

function Queues({ days, period, queueId }: Choice) {
  const { data: known } = useSuspenseQuery(queuesQuery)
  const chosen = queueId === ALL ? known.slice(0, MAX_QUEUES) : known.filter((queue) => queue.id === queueId)
  return chosen.length > 0 ? (
    <QueueInsights queues={chosen} period={period} days={Number(days)} />
  ) : (
    <EmptyState icon={ChartLine} title={t`No queues yet`}>
      <Trans>
        When guests wait longest, whether quotes were right and how many came appears here once they have
        joined a queue.
      </Trans>
    </EmptyState>
  )
}
