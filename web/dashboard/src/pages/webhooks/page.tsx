import { t } from '@lingui/core/macro'
import { Group, Paper, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Schemas } from '../../api/client.ts'
import { versionText } from '../../forms/version-select.tsx'
import { Anchor } from '../../ui/anchor.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { timeText } from '../../ui/time.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { endpointQuery, endpointsQuery } from './queries.ts'
import { WebhookSecret } from './webhook-secret.tsx'

/** The webhook endpoints of the organisation with their state. */
export function Page() {
  const { data: all } = useSuspenseQuery(endpointsQuery)
  const [, navigate] = useLocation()
  const [made, setMade] = useState<Schemas['WebhookEndpointWithSecret']>()
  return (
    <>
      <ListPage
        title={t`Webhooks`}
        description={t`Usher tells your systems what happens, as it happens.`}
        add={{
          verb: t`Register an endpoint`,
          icon: Plus,
          title: t`Register an endpoint`,
          size: 'lg',
          form: (close) => (
            <EndpointForm
              onDone={(endpoint) => {
                setMade(endpoint)
                close()
              }}
            />
          ),
        }}
        empty={{
          icon: Webhook,
          title: t`No endpoints yet`,
          text: t`Enter the URL of one of your systems. It gets every event you choose, signed, and retried if delivery fails.`,
        }}
        gap="sm"
      >
        {all.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ListPage>
      <WebhookSecret secret={made?.secret} onClose={() => navigate(`/settings/webhooks/${made?.id}`)} />
    </>
  )
}

function EndpointRow({ endpoint }: { endpoint: Schemas['WebhookEndpoint'] }) {
  const detail = useQuery(endpointQuery(endpoint.id)).data
  const types = endpoint.event_types?.join(', ') ?? t`All events`
  return (
    <Paper component="article" withBorder p="md" bg="var(--usher-surface)">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Anchor href={`/settings/webhooks/${endpoint.id}`} fw={600} style={{ overflowWrap: 'anywhere' }}>
          {endpoint.url}
        </Anchor>
        <EndpointState endpoint={detail ?? endpoint} />
      </Group>
      {endpoint.description && <Text style={{ overflowWrap: 'anywhere' }}>{endpoint.description}</Text>}
      <Text size="sm" c="dimmed" lineClamp={2}>
        {types} · {versionText(endpoint.api_version)}
      </Text>
      <Text size="sm" c="dimmed">
        {detail
          ? t`Last delivered: ${{ time: timeText(detail.health.last_success_at) }} · ${{ count: detail.health.pending }} pending`
          : '\u00a0'}
      </Text>
    </Paper>
  )
}
