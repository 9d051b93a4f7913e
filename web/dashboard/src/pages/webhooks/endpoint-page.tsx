import { plural, t } from '@lingui/core/macro'
import { Alert, Group, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { queuesQuery } from '../../api/queues.ts'
import { versionText } from '../../forms/version-select.tsx'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { pairsText } from './pairs.ts'
import { endpointQuery } from './queries.ts'

/** One webhook endpoint: health, settings and deliveries. */
export function Page() {
  const { id = '' } = useParams()
  return (
    <Stack gap="lg">
      <Anchor href="/settings/webhooks">{t`All webhooks`}</Anchor>
      <Part>
        <EndpointView id={id} />
      </Part>
    </Stack>
  )
}

function EndpointView({ id }: { id: string }) {
  const { data: shown } = useSuspenseQuery(endpointQuery(id))
  return (
    <>
      <PageHeader
        title={t`Webhook endpoint`}
        description={<span style={{ overflowWrap: 'anywhere' }}>{shown.url}</span>}
        actions={
          <Group gap="sm">
            <EndpointState endpoint={shown} />
            <EndpointActions endpoint={shown} />
          </Group>
        }
      />
      <HealthCard endpoint={shown} />
      <SettingsCard endpoint={shown} />
      <DeliveriesCard endpointId={shown.id} />
    </>
  )
}

/** The health of an endpoint, and what to do about it. */
function HealthCard({ endpoint }: { endpoint: Schemas['WebhookEndpointDetail'] }) {
  const { health, missed } = endpoint
  return (
    <Card title={t`Health`}>
      {health.failing_since && (
        <Alert variant="outline" color="yellow" icon={<TriangleAlert aria-hidden />}>
          {failingText(health.failing_since, health.disables_at)}
        </Alert>
      )}
      {missed && (
        <Alert variant="outline" color="red" icon={<TriangleAlert aria-hidden />}>
          {missedText(missed)}
        </Alert>
      )}
      <Facts
        of={[
          [t`Last delivered`, timeText(health.last_success_at)],
          [t`Last attempt`, timeText(health.last_attempt_at)],
          [t`Pending`, String(health.pending)],
        ]}
      />
    </Card>
  )
}

function failingText(failingSince: string, disablesAt: string | null): string {
  const [since, end] = [timeText(failingSince), timeText(disablesAt)]
  if (disablesAt === null) return t`Failing since ${since}.`
  return t`Failing since ${since}. It will be disabled on ${end} unless a delivery succeeds.`
}

function missedText({ deliveries, since }: NonNullable<Schemas['WebhookEndpointDetail']['missed']>): string {
  const time = timeText(since)
  return plural(deliveries, {
    one: `# delivery failed since ${time}. Enable the endpoint, then replay it.`,
    other: `# deliveries failed since ${time}. Enable the endpoint, then replay them.`,
  })
}

type Endpoint = Schemas['WebhookEndpoint']

/** The settings of an endpoint, and a way to change them. */
export function SettingsCard({ endpoint }: { endpoint: Endpoint }) {
  const queues = useQuery(queuesQuery)
  return (
    <Card
      title={t`Settings`}
      action={
        <DialogButton verb={t`Change`} title={t`Change endpoint`} size="lg">
          {(close) => <EndpointForm endpoint={endpoint} onDone={close} />}
        </DialogButton>
      }
    >
      <Facts of={factsOf(endpoint, queues.data ?? [])} />
    </Card>
  )
}

function factsOf(endpoint: Endpoint, queues: readonly Schemas['Queue'][]) {
  const { event_types, queue_ids, rate_limit_per_second, ordering, header_names, metadata } = endpoint
  const nameOf = (id: string) => queues.find((queue) => queue.id === id)?.name ?? id
  const facts: [string, string][] = [
    [t`Events`, event_types?.join(', ') ?? t({ message: 'All', context: 'all events' })],
    [t`Queues`, queue_ids?.map(nameOf).join(', ') ?? t({ message: 'All', context: 'all queues' })],
    [t`Description`, endpoint.description ?? t({ message: 'None', context: 'description' })],
    [t`Maximum per second`, rate_limit_per_second === null ? t`No limit` : String(rate_limit_per_second)],
    [t`Order`, ordering === 'none' ? t`As fast as possible` : t`In order for each guest and queue`],
    [t`API version`, versionText(endpoint.api_version)],
    [t`Custom headers`, header_names.join(', ') || t({ message: 'None', context: 'headers' })],
    [t`Metadata`, pairsText(metadata) || t({ message: 'None', context: 'metadata' })],
  ]
  const until = endpoint.secret_expires_at
  return until ? [...facts, [t`Old secret signs until`, timeText(until)] as const] : facts
}
