import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { Anchor } from '../../ui/anchor.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { HealthCard } from './health-card.tsx'
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
