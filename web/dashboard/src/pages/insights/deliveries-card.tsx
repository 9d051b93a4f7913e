import { t } from '@lingui/core/macro'
import { Badge, Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { endpointsQuery } from './queries.ts'

type Endpoint = Schemas['WebhookEndpointDetail']

/** The current health of the webhook endpoints. */
export function DeliveriesCard() {
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
      : ([t({ message: 'Healthy', context: 'webhook endpoint' }), 'accent'] as const)
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{url}</Table.Td>
      <Table.Td>
        <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
          {label}
        </Badge>
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
