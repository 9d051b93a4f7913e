import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, NativeSelect, Stack, Table, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { locale } from '../../language/language.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { optionsOf } from '../../ui/options.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { SandboxBand } from '../message-settings/sandbox-band.tsx'
import { Figures } from './figures.tsx'
import { lastDays, type Period } from './period.ts'
import { endpointsQuery, MAX_QUEUES, messagesQuery } from './queries.ts'
import { QueueInsights } from './queue-insights.tsx'
import { shareOf } from './words.ts'

const PERIODS = ['7', '28', '90']

const ALL = 'all'

/** The end of the period is fixed, so that all cards cover the same one. */
const choiceOf = (days: string, queueId: string) => ({
  days,
  queueId,
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
                data={[{ value: ALL, label: everything }, ...optionsOf(known)]}
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
      <Part resetOn={shown}>
        <Stack gap="lg">
          <Queues {...shown} />
          {seesMessages && <MessagesCard period={shown.period} />}
          {seesWebhooks && <DeliveriesCard />}
        </Stack>
      </Part>
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

type Endpoint = Schemas['WebhookEndpointDetail']

/** The current health of the webhook endpoints. */
function DeliveriesCard() {
  return (
    <Card title={t`Webhook deliveries`} description={t`Current state of the first 20 endpoints.`}>
      <Part>
        <Endpoints />
      </Part>
    </Card>
  )
}

function EndpointRow({ endpoint: { url, enabled, health } }: { endpoint: Endpoint }) {
  const [label, tone] = !enabled
    ? ([t({ message: 'Disabled', context: 'webhook endpoint' }), 'warn'] as const)
    : health.failing_since
      ? ([t({ message: 'Failing', context: 'webhook endpoint' }), 'bad'] as const)
      : ([t({ message: 'Healthy', context: 'webhook endpoint' }), 'good'] as const)
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{url}</Table.Td>
      <Table.Td>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Table.Td>
      <Table.Td>{health.pending}</Table.Td>
      <Table.Td>
        {health.last_success_at
          ? timeText(health.last_success_at)
          : t({ message: 'None yet', context: 'successful delivery' })}
      </Table.Td>
    </Table.Tr>
  )
}

function Endpoints() {
  const { data: all } = useSuspenseQuery(endpointsQuery)
  return all.length === 0 ? (
    <Text c="dimmed">{t`No webhook endpoints.`}</Text>
  ) : (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Endpoint`}</Table.Th>
            <Table.Th>{t`Status`}</Table.Th>
            <Table.Th>{t({ message: 'Pending', context: 'deliveries that wait' })}</Table.Th>
            <Table.Th>{t`Last success`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Message outcomes. */
function MessagesCard({ period }: { period: Period }) {
  // The card is there before its messages are.
  const { data } = useQuery(messagesQuery(period))
  return (
    <Card
      title={t`Messages`}
      description={
        data?.isCut
          ? t`The newest ${{ count: data.all.length }} messages in this period.`
          : t`All in this period.`
      }
      action={<Anchor href="/messages">{t`View messages`}</Anchor>}
    >
      <Part resetOn={period}>
        <SandboxBand />
        <Outcomes period={period} />
      </Part>
    </Card>
  )
}

function Outcomes({ period }: { period: Period }) {
  const { all } = useSuspenseQuery(messagesQuery(period)).data
  if (all.length === 0) return <Text c="dimmed">{t`No messages were sent in this period.`}</Text>
  const count = (status: (typeof all)[number]['status']) => all.filter((one) => one.status === status).length
  const share = (part: number) => shareOf(part, all.length)
  const by = (channel: (typeof all)[number]['channel']) => all.filter((one) => one.channel === channel).length
  return (
    <Figures
      figures={[
        [t({ message: 'messages', context: 'under their number' }), all.length.toLocaleString(locale)],
        [t({ message: 'delivered', context: 'under a share of the messages' }), share(count('delivered'))],
        [
          t({ message: 'sent, not confirmed', context: 'under a share of the messages' }),
          share(count('sent')),
        ],
        [t({ message: 'failed', context: 'under a share of the messages' }), share(count('failed'))],
        [t({ message: 'by SMS', context: 'under a share of the messages' }), share(by('sms'))],
        [t({ message: 'by push', context: 'under a share of the messages' }), share(by('push'))],
      ]}
    />
  )
}
