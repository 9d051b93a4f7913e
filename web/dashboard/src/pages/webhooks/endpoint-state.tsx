import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Endpoint = Schemas['WebhookEndpoint'] & Partial<Pick<Schemas['WebhookEndpointDetail'], 'health'>>

const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  gone: msg`Disabled: endpoint gone`,
  failing: msg`Disabled: too many failures`,
}

/** The state of an endpoint as a badge. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { enabled, disabled_reason, health } = endpoint
  if (disabled_reason !== null) {
    const reason = REASONS[disabled_reason] ?? msg`Disabled by Usher`
    return <StatusBadge tone="bad">{i18n._(reason)}</StatusBadge>
  }
  if (!enabled) return <StatusBadge tone="plain">{t`Disabled`}</StatusBadge>
  if (health?.failing_since) return <StatusBadge tone="warn">{t`Failing`}</StatusBadge>
  if (health?.last_success_at) return <StatusBadge tone="good">{t`Healthy`}</StatusBadge>
  return <StatusBadge tone="plain">{t`Enabled`}</StatusBadge>
}
