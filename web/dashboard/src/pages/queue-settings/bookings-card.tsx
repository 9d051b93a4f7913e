import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { optionsOf } from '../../ui/options.ts'
import { Part } from '../../ui/part.tsx'
import { LoadingState } from '../../ui/states.tsx'

type Bookings = NonNullable<Schemas['Queue']['bookings']>

const MODES = [
  { value: 'merge', label: msg`One line: a booking has its time` },
  { value: 'precedence', label: msg`Bookings that are due go first` },
  { value: 'separate', label: msg`Two lines that take turns` },
] as const

const MINUTES = [
  {
    name: 'early_minutes',
    label: msg`Earliest call before the time (minutes)`,
    description: msg`Only if nobody is delayed by it.`,
  },
  {
    name: 'late_minutes',
    label: msg`Late after (minutes)`,
    description: msg`Who comes later waits like a guest without a booking.`,
  },
  {
    name: 'tolerance_minutes',
    label: msg`Tolerance after the time (minutes)`,
    description: msg`A call within it is on time.`,
  },
] as const

const DEFAULTS: Bookings = {
  service_type_ids: [],
  mode: 'merge',
  walk_in_share: 0.3,
  early_minutes: 30,
  late_minutes: 15,
  tolerance_minutes: 5,
}

/** The share is entered in per cent. */
function valuesOf({ bookings }: Schemas['Queue']) {
  const { walk_in_share, ...rest } = bookings ?? DEFAULTS
  return { ...rest, walk_in_share: Math.round(walk_in_share * 100) }
}

/** No service type means that no bookings are expected. */
function bodyOf({ service_type_ids, mode, ...numbers }: ReturnType<typeof valuesOf>) {
  if (service_type_ids.length === 0) return { bookings: null }
  const bookings = {
    service_type_ids,
    mode,
    early_minutes: numberNeeded(numbers.early_minutes),
    late_minutes: numberNeeded(numbers.late_minutes),
    tolerance_minutes: numberNeeded(numbers.tolerance_minutes),
    walk_in_share: numberNeeded(numbers.walk_in_share) / 100,
  }
  return { bookings }
}

/** Whether there are bookings that a queue can expect. */
export function useHasBookings(): boolean {
  const { organization } = useMe()
  return useCan('service-types:read') && organization.early_access
}

/** Which bookings are expected in the queue, and how they share its places with other guests. */
export function BookingsCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card
      title={t`Bookings in the line`}
      description={t`Customers with a booking are expected here and called at their time.`}
    >
      <Part loading={<LoadingState lines={3} />}>
        <BookingsForm queue={queue} />
      </Part>
    </Card>
  )
}

function BookingsForm({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const { data: serviceTypes } = useSuspenseQuery(serviceTypesQuery)
  const { field, ...form } = useEditForm({
    resource: queue,
    valuesOf,
    bodyOf,
    nested: ['bookings'],
    ...queueCalls(queryClient, queue.id),
  })
  return (
    <Form of={form}>
      <MultiSelect
        label={t`Expect bookings of these service types`}
        description={t`None: the queue expects no bookings.`}
        data={optionsOf(serviceTypes)}
        {...field('service_type_ids')}
      />
      <NativeSelect
        label={t`Order`}
        data={MODES.map(({ value, label }) => ({ value, label: i18n._(label) }))}
        {...field('mode')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {MINUTES.map(({ name, label, description }) => (
          <NumberField key={name} label={i18n._(label)} description={i18n._(description)} {...field(name)} />
        ))}
        <NumberField
          label={t`Share of guests without a booking (%)`}
          description={t`Of the calls of an hour, they have at least this many.`}
          max={100}
          {...field('walk_in_share')}
        />
      </SimpleGrid>
      <SaveRow of={form} />
    </Form>
  )
}
