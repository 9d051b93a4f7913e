import { plural, t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { timeText } from '../../ui/time.ts'

/** The health of an endpoint, and what to do about it. */
export function HealthCard({ endpoint }: { endpoint: Schemas['WebhookEndpointDetail'] }) {
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
