import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { queryOptions, useQueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarClock, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { bookingPath, providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { optionsOf } from '../../ui/options.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { clockText, timeText } from '../../ui/time.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { dayAndClock, dayIn } from '../../ui/zone-time.ts'
import { answersOf } from '../bookings/answers.ts'
import type { ServiceType } from '../bookings/queries.ts'
import { BookingSections } from '../bookings/sections.tsx'

/** Customers who wait for a time on days that are full. */
export function Page() {
  const { data: serviceTypes } = useSuspenseQuery(serviceTypesQuery)
  const { timezone } = useMe().organization
  const [filters, setFilters] = useState<Filters>({ status: 'waiting', service_type_id: '', q: '' })
  const shown = useDeferredValue(useSettled(filters))
  return (
    <>
      <PageHeader
        title={t`Standby list`}
        description={t`Customers waiting for a time. Freed times go to whoever joined first.`}
      />
      <BookingSections />
      <Stack gap="lg" maw={820}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NativeSelect
            label={t`Status`}
            data={[
              { value: 'waiting', label: t`Waiting or time offered` },
              ...(['booked', 'ended'] as const).map((value) => ({
                value,
                label: i18n._(STATUS_WORDS[value]),
              })),
            ]}
            value={filters.status}
            onChange={({ currentTarget }) =>
              setFilters({ ...filters, status: currentTarget.value as Filters['status'] })
            }
          />
          <NativeSelect
            label={t`Service`}
            data={optionsOf(serviceTypes, t`All services`)}
            value={filters.service_type_id}
            onChange={({ currentTarget }) => setFilters({ ...filters, service_type_id: currentTarget.value })}
          />
          <TextInput
            label={t`Customer`}
            placeholder={t`Name, phone or e-mail`}
            leftSection={<Search size={16} aria-hidden />}
            value={filters.q}
            onChange={({ currentTarget }) => setFilters({ ...filters, q: currentTarget.value })}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">{t`Times are in the time zone ${timezone}.`}</Text>
        <Part resetOn={shown}>
          {shown.status === 'waiting' ? <Open {...shown} /> : <Listed {...shown} />}
        </Part>
      </Stack>
    </>
  )
}

/** Those to whom a time is offered, then those who wait. */
function Open(filters: Filters) {
  const { data: offered } = useSuspenseQuery(offeredQuery(filters))
  return <Listed {...filters} first={offered} />
}

function Listed({ first = [], ...filters }: Filters & { first?: readonly Standby[] }) {
  const [{ data: serviceTypes }, { data: providers }] = useSuspenseQueries({
    queries: [serviceTypesQuery, providersQuery],
  })
  const query = useStandbys(filters)
  const [removed, setRemoved] = useState<Standby>()
  // The two lists are not read at once: somebody may be in both.
  const all = [...first, ...query.data.filter(({ id }) => !first.some((one) => one.id === id))]
  const nameOf = (id: string | null) =>
    id === null ? undefined : (providers.find((one) => one.id === id)?.name ?? t`Archived provider`)
  if (all.length === 0)
    return (
      <EmptyState icon={CalendarClock} title={t`Nobody on standby`}>
        <Trans>When a day is full, customers can join from the booking page.</Trans>
      </EmptyState>
    )
  return (
    <>
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={t`Standby list`} style={{ listStyle: 'none' }}>
        {all.map((standby) => (
          <StandbyRow
            key={standby.id}
            standby={standby}
            serviceType={serviceTypes.find(({ id }) => id === standby.service_type_id)}
            providerName={nameOf(standby.provider_id)}
            onRemove={() => setRemoved(standby)}
          />
        ))}
      </Stack>
      <MoreButton query={query} />
      <RemoveDialog standby={removed} onClose={() => setRemoved(undefined)} />
    </>
  )
}

function RemoveDialog({ standby, onClose }: { standby: Standby | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const customer = standby?.customer.name ?? ''
  return (
    <ConfirmDialog
      isOpen={standby !== undefined}
      onClose={onClose}
      title={t`Remove ${customer} from the list?`}
      verb={t`Remove`}
      run={() => api.delete('/api/standbys/{id}', { params: { path: { id: standby?.id ?? '' } } })}
      onDone={async () => {
        onClose()
        notifyDone(t`${customer} is off the standby list.`)
        await queryClient.invalidateQueries({ queryKey: STANDBYS_KEY })
      }}
    >
      {standby?.offer
        ? t`The time held for them goes to the next customer. They are not notified.`
        : t`They get no more offers. They are not notified.`}
    </ConfirmDialog>
  )
}

interface Props {
  readonly standby: Standby
  /** undefined: archived. */
  readonly serviceType: ServiceType | undefined
  /** undefined: anybody. */
  readonly providerName: string | undefined
  readonly onRemove: () => void
}

/** One customer on standby: for what and when they wait, and what became of it. */
function StandbyRow({ standby, serviceType, providerName, onRemove }: Props) {
  const { customer, status, seats, duration_minutes, notes } = standby
  const canRemove = useCan('bookings:write') && (status === 'waiting' || status === 'offered')
  const wanted = [
    standby.service_name,
    plural(duration_minutes, { one: '# minute', other: '# minutes' }),
    providerName ?? t`Any provider`,
    seats > 1 && plural(seats, { one: '# seat', other: '# seats' }),
  ]
  const answers = answersOf(standby, serviceType).map(({ label, text }) => `${label} ${text}`)
  return (
    <Paper component="li" withBorder p="md" bg="var(--usher-surface)" style={{ overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Group gap="sm">
            <Text fw={600}>{customer.name}</Text>
            <StatusBadge tone={TONES[status]}>{i18n._(STATUS_WORDS[status])}</StatusBadge>
          </Group>
          <Text size="sm">{[customer.phone, customer.email].filter(Boolean).join(' · ')}</Text>
          <Text size="sm">{wanted.filter(Boolean).join(' · ')}</Text>
          <Windows standby={standby} />
          {[...answers, notes].filter(Boolean).map((text) => (
            <Text key={text} size="sm" c="dimmed">
              {text}
            </Text>
          ))}
          <Outcome standby={standby} />
          <Text size="sm" c="dimmed">{t`On the list since ${{ time: timeText(standby.created_at) }}`}</Text>
        </Stack>
        {canRemove && (
          <Button
            variant="default"
            aria-label={t`Remove ${{ customer: customer.name }} from the list`}
            onClick={onRemove}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

/** When they could come. */
function Windows({ standby: { windows, service_name } }: { standby: Standby }) {
  const { timezone } = useMe().organization
  return (
    <List size="sm" aria-label={t`Times for ${{ service: service_name }}`}>
      {windows.map(({ from, to }) => (
        <List.Item key={from}>
          {dayAndClock(from, timezone)} –{' '}
          {dayIn(from, timezone) === dayIn(to, timezone)
            ? clockText(to, timezone)
            : dayAndClock(to, timezone)}
        </List.Item>
      ))}
    </List>
  )
}

/** The time that is held for them, the booking they made, or why it ended. */
function Outcome({ standby: { offer, booking_id, end_reason } }: { standby: Standby }) {
  const { timezone } = useMe().organization
  if (offer) {
    const { start, offered_until, provider_name } = offer
    const [time, until] = [dayAndClock(start, timezone), clockText(offered_until, timezone)]
    return (
      <Text size="sm" fw={600} c="var(--usher-warn-text)">
        {t`${time} with ${{ provider: provider_name }} is held for them until ${until}.`}
      </Text>
    )
  }
  if (booking_id) return <Anchor href={bookingPath(booking_id)} size="sm">{t`Open the booking`}</Anchor>
  return end_reason && <Text size="sm">{i18n._(ENDING_WORDS[end_reason])}</Text>
}

const STATUS_WORDS: Readonly<Record<Standby['status'], MessageDescriptor>> = {
  waiting: msg({ message: 'Waiting', context: 'status of a standby' }),
  offered: msg({ message: 'Time offered', context: 'status of a standby' }),
  booked: msg({ message: 'Booked', context: 'status of a standby' }),
  ended: msg({ message: 'Ended', context: 'status of a standby' }),
}

const TONES: Readonly<Record<Standby['status'], Tone>> = {
  waiting: 'plain',
  offered: 'warn',
  booked: 'good',
  ended: 'bad',
}

/** Why a standby ended without a booking. */
const ENDING_WORDS: Readonly<Record<NonNullable<Schemas['StandbyEnding']>, MessageDescriptor>> = {
  left: msg`The customer left the list.`,
  removed: msg`Your team removed them.`,
  unanswered: msg`They did not answer three offers.`,
  windows_over: msg`All of their times have passed.`,
  not_offered: msg`The service can no longer be booked online.`,
  erased: msg`Erased at the customer's request.`,
}

type Standby = Schemas['Standby']

/** Which standbys are shown. */
interface Filters {
  readonly status: Standby['status']
  /** Empty: all. */
  readonly service_type_id: string
  /** Part of what identifies the customer; empty: all. */
  readonly q: string
}

const STANDBYS_KEY = ['standbys']

const REFRESH_MS = 20_000

const searchOf = ({ status, service_type_id, q }: Filters) => ({
  status,
  ...(service_type_id && { service_type_id }),
  ...(q.trim() && { q: q.trim() }),
})

/** Standbys in the order of joining, page by page. */
const useStandbys = (filters: Filters) =>
  usePagesOf(
    [...STANDBYS_KEY, filters],
    async (cursor) =>
      (await api.get('/api/standbys', { params: { query: { ...searchOf(filters), cursor } } })).data,
    REFRESH_MS,
  )

/** Those to whom a time is offered now, for ten minutes: never many. */
const offeredQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...STANDBYS_KEY, 'offered', filters],
    queryFn: () =>
      api.all('/api/standbys', { params: { query: searchOf({ ...filters, status: 'offered' }) } }),
    refetchInterval: REFRESH_MS,
  })
