import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Group, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { endpointQuery } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'

/** One webhook endpoint: health, settings and deliveries. */
export function Page() {
  const { id = '' } = useParams()
  return (
    <Stack gap="lg">
      <Anchor href="/settings/webhooks">
        <Trans>All webhooks</Trans>
      </Anchor>
      <Part>
        <Endpoint id={id} />
      </Part>
    </Stack>
  )
}

function Endpoint({ id }: { id: string }) {
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
