import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarClock, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { providersQuery, serviceTypesQuery } from '../../api/bookables.ts'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { BookingSections } from '../bookings/sections.tsx'
import { type Filters, offeredQuery, STANDBYS_KEY, type Standby, useStandbys } from './queries.ts'
import { StandbyRow } from './standby-row.tsx'
import { STATUS_WORDS } from './words.ts'

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
                ...{ value, label: i18n._(STATUS_WORDS[value]) },
              })),
            ]}
            value={filters.status}
            onChange={({ currentTarget }) =>
              setFilters({ ...filters, status: currentTarget.value as Filters['status'] })
            }
          />
          <NativeSelect
            label={t`Service`}
            data={[
              { value: '', label: t`All services` },
              ...serviceTypes.map(({ id: value, name: label }) => ({ value, label })),
            ]}
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
