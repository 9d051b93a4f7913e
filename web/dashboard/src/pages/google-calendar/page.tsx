import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarSync, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { providersQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { isRule, ruleText } from '../../api/rule-words.ts'
import { useLive } from '../../api/use-live.ts'
import { Form } from '../../forms/form.tsx'
import { changesOf } from '../../forms/save-over.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState, LoadingState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { BookingLink } from './booking-link.tsx'
import { Paused } from './paused.tsx'
import { type Connection, calendarsQuery, connectionsQuery, connectUrl, useConflicts } from './queries.ts'

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
          action={<Anchor href="/providers">{t`Add a provider`}</Anchor>}
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
  active: ['good', msg({ message: 'Connected', context: 'calendar' })],
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
      action={<StatusBadge tone={tone}>{i18n._(words)}</StatusBadge>}
    >
      {connection.status === 'needs_reauth' && <Reconnect connection={connection} />}
      {connection.breaker && <Paused connection={connection} breaker={connection.breaker} />}
      {connection.status === 'active' && (
        <Part loading={<LoadingState lines={2} />}>
          <Calendars connection={connection} />
        </Part>
      )}
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
    return <Button variant="outline" color="red" onClick={() => setAsking(true)}>{t`Disconnect`}</Button>
  return (
    <Stack gap="xs" role="group" aria-label={t`Disconnect ${account_email}`}>
      <Text>{t`Its events no longer block time, and Usher's access to Google is revoked.`}</Text>
      <Group>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>{t`Keep it`}</Button>
        <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
          <Trans>Disconnect now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function Reconnect({ connection: { provider_id, account_email } }: { connection: Connection }) {
  return (
    <Alert variant="outline" color="red" icon={<TriangleAlert aria-hidden />}>
      <Text mb="sm">{t`Google no longer gives Usher access. Bookings and busy times are not synced until ${account_email} is reconnected.`}</Text>
      <Button component="a" href={connectUrl(provider_id)}>{t`Reconnect`}</Button>
    </Alert>
  )
}

type Conflict = Schemas['CalendarConflict']

const WORDS: Readonly<Record<Conflict['kind'], MessageDescriptor>> = {
  both_moved: msg`Moved in the calendar and in Usher. The time in Usher was kept.`,
  edited_after_cancel: msg`Moved in the calendar after it was cancelled. It stays cancelled.`,
  move_refused: msg`Moved in the calendar to a time that cannot be booked, so it was moved back.`,
  moved_calendar: msg`Moved to another calendar of the account, so it was put back. The booking stays.`,
  event_missing: msg`Its calendar event was gone without being deleted, so it was put back. The booking stays.`,
  session_changed: msg`Its session was moved or deleted in the calendar, so it was put back. All its bookings stay.`,
  overlap: msg`Another calendar event overlaps it. The booking stays.`,
}

/** Conflicts between the calendar and Usher, with their outcome. */
function Conflicts({ connection: { id } }: { connection: Connection }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">{t`Conflicts`}</Title>
      <Part loading={<LoadingState lines={1} />}>
        <ConflictList id={id} />
      </Part>
    </Stack>
  )
}

function ConflictList({ id }: { id: string }) {
  const query = useConflicts(id)
  const all = query.data
  return (
    <>
      {all.length === 0 ? (
        <Text c="dimmed">{t({ message: 'None in the last 30 days.', context: 'conflicts' })}</Text>
      ) : (
        <List listStyleType="none" spacing="sm">
          {all.map((conflict) => (
            <List.Item key={`${conflict.booking_id}:${conflict.kind}`}>
              <BookingLink id={conflict.booking_id} />
              <Text>{i18n._(WORDS[conflict.kind])}</Text>
              <BrokenRule code={conflict.code} />
              <Text size="sm" c="dimmed">
                {timeText(conflict.at)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      <MoreButton query={query} />
    </>
  )
}

/** Why a time cannot be booked, if it is by a setting. */
const BrokenRule = ({ code }: Pick<Conflict, 'code'>) => isRule(code) && <Text>{ruleText(code)}</Text>

type Sync = Schemas['CalendarSync']

const FAILURES: Readonly<Record<NonNullable<Sync['connections'][number]['reason']>, MessageDescriptor>> = {
  needs_reauth: msg`Not complete, because the calendar must be connected again`,
  paused: msg`Not complete, because the connection is paused`,
  disconnected: msg`Not complete, because the calendar was disconnected`,
  google_unavailable: msg`Not complete, because Google could not be reached`,
  internal: msg`Not complete, because Usher had an internal error`,
}

/** Syncs both ways now and shows the progress. */
export function SyncNow({ connection: { id } }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const [sync, setSync] = useState<Sync>()
  const isOver = sync?.status === 'completed' || sync?.status === 'failed'
  useLive(sync && !isOver ? `/api/google-calendar/syncs/${sync.id}/stream` : undefined, ({ type, data }) => {
    if (type !== 'sync') return
    const now = data as Sync
    setSync(now)
    if (now.completed_at) void queryClient.invalidateQueries(connectionsQuery)
  })
  const start = useMutation({
    mutationFn: async () =>
      (await api.post('/api/google-calendar/sync', { body: { connection_id: id } })).data,
    onSuccess: setSync,
    onError: notifyError,
  })
  return (
    <Stack gap={4}>
      <Button
        leftSection={<RefreshCw size={18} aria-hidden />}
        loading={start.isPending || (sync !== undefined && !isOver)}
        onClick={() => start.mutate()}
      >
        <Trans>Sync now</Trans>
      </Button>
      <Text size="sm" role="status">
        {sync && progressOf(sync)}
      </Text>
    </Stack>
  )
}

function progressOf(sync: Sync): string {
  const { status, created, updated, deleted, conflicts } = sync
  if (status === 'queued') return t`Waiting to start…`
  const counts = t`${{ added: created }} added, ${{ changed: updated }} changed, ${{ removed: deleted }} removed`
  const clashes = conflicts > 0 && plural(conflicts, { one: '# conflict', other: '# conflicts' })
  return [stateOf(sync), counts, clashes].filter(Boolean).join(' · ')
}

function stateOf({ status, connections }: Sync): string {
  if (status === 'running') return t({ message: 'Syncing', context: 'calendar' })
  if (status !== 'failed') return t({ message: 'In sync', context: 'calendar' })
  const reason = connections.find((one) => one.reason)?.reason
  return reason ? i18n._(FAILURES[reason]) : t({ message: 'Not complete', context: 'sync of a calendar' })
}

type Invitations = Connection['busy_invitations']

const INVITATIONS: Readonly<Record<Invitations, MessageDescriptor>> = {
  all: msg`All, unless declined`,
  answered: msg`Answered with Yes or Maybe`,
  accepted: msg`Answered with Yes`,
}

/** Which calendar is written to, and what blocks time. */
function Calendars({ connection: { id, ...settings } }: { connection: Connection }) {
  const { data: calendars } = useSuspenseQuery(calendarsQuery(id))
  const queryClient = useQueryClient()
  const { calendar_id, busy_calendar_ids, busy_invitations } = settings
  const initialValues = { calendar_id, busy_calendar_ids, busy_invitations }
  const { field, ...form } = useApiForm({
    initialValues,
    submit: (values) =>
      api.patch('/api/google-calendar/connections/{id}', {
        params: { path: { id } },
        body: changesOf(initialValues, values),
      }),
    async onSuccess() {
      notifyDone(t`Saved`)
      await queryClient.invalidateQueries(connectionsQuery)
    },
  })
  return (
    <Form of={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={t`Write bookings to`}
          data={calendars
            .filter(({ writable, id: one }) => writable || one === calendar_id)
            .map(({ id: value, name: label }) => ({ value, label }))}
          {...field('calendar_id')}
        />
        <Checkbox.Group label={t`Calendars that block time`} {...field('busy_calendar_ids')}>
          <Stack gap="xs" mt={4}>
            {calendars.map(({ id: value, name }) => (
              <Checkbox key={value} value={value} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={t`Invitations that block time`}
          data={Object.entries(INVITATIONS).map(([value, label]) => ({ value, label: i18n._(label) }))}
          {...field('busy_invitations')}
        />
      </SimpleGrid>
      <Button type="submit" variant="default" loading={form.isSending} w="fit-content">
        <Trans>Save calendars</Trans>
      </Button>
    </Form>
  )
}
