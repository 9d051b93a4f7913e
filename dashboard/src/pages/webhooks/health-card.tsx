import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
          <Trans>
            Failing since {timeText(health.failing_since)}.
            {health.disables_at &&
              ` It will be disabled on ${timeText(health.disables_at)} unless a delivery succeeds.`}
          </Trans>
        </Alert>
      )}
      {missed && (
        <Alert variant="outline" color="red" icon={<TriangleAlert aria-hidden />}>
          <Trans>
            {missed.deliveries} deliveries failed since {timeText(missed.since)}. Enable the endpoint, then
            replay them.
          </Trans>
        </Alert>
      )}
      <Facts
        of={[
          ['Last delivered', timeText(health.last_success_at)],
          ['Last attempt', timeText(health.last_attempt_at)],
          ['Pending', String(health.pending)],
        ]}
      />
    </Card>
  )
}
