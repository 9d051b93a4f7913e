import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { CalendarSync, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { providersQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'
import { CalendarsForm } from './calendars-form.tsx'
import { Conflicts } from './conflicts.tsx'
import { Paused } from './paused.tsx'
import { type Connection, connectionsQuery, connectUrl } from './queries.ts'
import { SyncNow } from './sync-now.tsx'

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

const STATUS = {
  active: ['accent', msg({ message: 'Connected', context: 'calendar' })],
  needs_reauth: ['bad', msg`Reconnect needed`],
  paused: ['warn', msg({ message: 'Paused', context: 'calendar' })],
} as const

/** A connection: status, problems and settings. */
function ConnectionCard({ name, connection }: { name: string; connection: Connection }) {
  const [tone, words] = STATUS[connection.status]
  const synced = connection.synced_at && timeText(connection.synced_at)
  return (
    <Card
      title={name}
      description={
        <Text span style={{ overflowWrap: 'anywhere' }}>
          {connection.account_email} · {synced ? t`in sync since ${synced}` : t`not synced yet`}
        </Text>
      }
      action={
        <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
          {i18n._(words)}
        </Badge>
      }
    >
      <Trouble connection={connection} />
      {connection.status === 'active' && <CalendarsForm connection={connection} />}
      <Group align="flex-start">
        {connection.status === 'active' && <SyncNow connection={connection} />}
        <Disconnect connection={connection} />
      </Group>
      <Conflicts connection={connection} />
    </Card>
  )
}

/** Ends a connection, after asking. */
function Disconnect({ connection: { id, account_email } }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => api.delete('/api/google-calendar/connections/{id}', { params: { path: { id } } }),
    onSuccess: () => notifyDone(t`Calendar disconnected`),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(connectionsQuery),
  })
  if (!isAsking)
    return (
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        <Trans>Disconnect</Trans>
      </Button>
    )
  return (
    <Stack gap="xs" role="group" aria-label={t`Disconnect ${account_email}`}>
      <Text>
        <Trans>Its events no longer block time, and Usher's access to Google is revoked.</Trans>
      </Text>
      <Group>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          <Trans>Keep it</Trans>
        </Button>
        <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
          <Trans>Disconnect now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

/** Why a connection does not work, and how to fix it. */
function Trouble({ connection }: { connection: Connection }) {
  return (
    <>
      {connection.status === 'needs_reauth' && <Reconnect connection={connection} />}
      {connection.breaker && <Paused connection={connection} breaker={connection.breaker} />}
    </>
  )
}

function Reconnect({ connection: { provider_id, account_email } }: { connection: Connection }) {
  return (
    <Alert variant="outline" color="red" icon={<TriangleAlert aria-hidden />}>
      <Text mb="sm">
        {t`Google no longer gives Usher access. Bookings and busy times are not synced until ${account_email} is reconnected.`}
      </Text>
      <Button component="a" href={connectUrl(provider_id)}>
        <Trans>Reconnect</Trans>
      </Button>
    </Alert>
  )
}
