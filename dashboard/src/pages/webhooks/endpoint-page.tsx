import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { HealthCard } from './health-card.tsx'
import { endpointQuery } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'

/** One webhook endpoint: health, settings and deliveries. */
export function Page() {
  const { id = '' } = useParams()
  const endpoint = useQuery(endpointQuery(id))
  return (
    <Stack gap="lg">
      <Anchor href="/settings/webhooks">All webhooks</Anchor>
      <Loaded query={endpoint}>
        {(shown) => (
          <>
            <PageHeader
              title="Webhook endpoint"
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
        )}
      </Loaded>
    </Stack>
  )
}
