import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { providersQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { type Connection, connectionsQuery, connectUrl } from './queries.ts'

/** The Google Calendars of the providers. */
export function Page() {
  const [{ data: all }, { data: connected }] = useSuspenseQueries({
    queries: [providersQuery, connectionsQuery],
  })
  return (
    <>
      <PageHeader
        title={t`Google Calendar`}
        description={t`Bookings are written to the calendar, and its other events block time`}
      />
      {all.length === 0 ? (
        <EmptyState
          icon={CalendarSync}
          title={t`No providers yet`}
          action={
            <Anchor href="/providers">
              <Trans>Add a provider</Trans>
            </Anchor>
          }
        >
          <Trans>Each provider connects their own calendar.</Trans>
        </EmptyState>
      ) : (
        <Stack>
          {all.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              connections={connected.filter(({ provider_id }) => provider_id === provider.id)}
            />
          ))}
        </Stack>
      )}
    </>
  )
}

interface ProviderProps {
  readonly provider: Schemas['Provider']
  readonly connections: readonly Connection[]
}

function ProviderCard({ provider, connections }: ProviderProps) {
  if (connections.length === 0)
    return (
      <Card
        title={provider.name}
        description={t`Not connected`}
        action={
          <Button
            component="a"
            href={connectUrl(provider.id)}
            variant="default"
            aria-label={t`Connect a calendar for ${{ name: provider.name }}`}
          >
            <Trans>Connect</Trans>
          </Button>
        }
      />
    )
  return connections.map((connection) => (
    <ConnectionCard key={connection.id} name={provider.name} connection={connection} />
  ))
}
