import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Schemas } from '../../api/client.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Endpoint = Schemas['WebhookEndpoint'] & Partial<Pick<Schemas['WebhookEndpointDetail'], 'health'>>

const REASONS: Readonly<Record<string, string>> = {
  gone: 'Disabled: endpoint gone',
  failing: 'Disabled: too many failures',
}

/** The state of an endpoint as a badge. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { enabled, disabled_reason, health } = endpoint
  if (disabled_reason !== null)
    return <StatusBadge tone="bad">{REASONS[disabled_reason] ?? t`Disabled by Usher`}</StatusBadge>
  if (!enabled)
    return (
      <StatusBadge tone="plain">
        <Trans>Disabled</Trans>
      </StatusBadge>
    )
  if (health?.failing_since)
    return (
      <StatusBadge tone="warn">
        <Trans>Failing</Trans>
      </StatusBadge>
    )
  if (health?.last_success_at)
    return (
      <StatusBadge tone="good">
        <Trans>Healthy</Trans>
      </StatusBadge>
    )
  return (
    <StatusBadge tone="plain">
      <Trans>Enabled</Trans>
    </StatusBadge>
  )
}
