import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceTypesQuery } from '../../api/bookables.ts'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { useCan, useMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { type Entered, NumberField, numberNeeded } from '../../forms/number-field.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useSave } from '../../forms/use-save.ts'
import { useSaveOver } from '../../forms/use-save-over.ts'
import { Card } from '../../ui/card.tsx'
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

interface Values extends Record<(typeof MINUTES)[number]['name'], Entered> {
  readonly service_type_ids: string[]
  readonly mode: Bookings['mode']
  /** In per cent. */
  readonly walk_in_share: Entered
}

const DEFAULTS: Bookings = {
  service_type_ids: [],
  mode: 'merge',
  walk_in_share: 0.3,
  early_minutes: 30,
  late_minutes: 15,
  tolerance_minutes: 5,
}

function formOf({ bookings }: Schemas['Queue']): Values {
  const { walk_in_share, ...rest } = bookings ?? DEFAULTS
  return { ...rest, walk_in_share: Math.round(walk_in_share * 100) }
}

/** No service type means that no bookings are expected. */
function given({ service_type_ids, mode, ...numbers }: Values): Schemas['Queue']['bookings'] {
  if (service_type_ids.length === 0) return null
  return {
    service_type_ids,
    mode,
    early_minutes: numberNeeded(numbers.early_minutes),
    late_minutes: numberNeeded(numbers.late_minutes),
    tolerance_minutes: numberNeeded(numbers.tolerance_minutes),
    walk_in_share: numberNeeded(numbers.walk_in_share) / 100,
  }
}

const bodyOf = (queue: Schemas['Queue']) => ({ bookings: given(formOf(queue)) })

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
  const [form, setForm] = useState(formOf(queue))
  const body = { bookings: given(form) }
  const over = useSaveOver({ resource: queue, bodyOf, ...queueCalls(queryClient, queue.id) })
  const { errorAt, ...saving } = useSave({
    save: () => over.save(body),
    onError: over.onError,
  })
  const fill = (theirs: Schemas['Queue']) => setForm(formOf(theirs))
  return (
    <Form of={saving} over={over} fill={fill}>
      <MultiSelect
        label={t`Expect bookings of these service types`}
        description={t`None: the queue expects no bookings.`}
        data={serviceTypes.map(({ id, name }) => ({ value: id, label: name }))}
        value={form.service_type_ids}
        onChange={(service_type_ids) => setForm({ ...form, service_type_ids })}
        error={errorAt('/bookings/service_type_ids')}
      />
      <NativeSelect
        label={t`Order`}
        data={MODES.map(({ value, label }) => ({ value, label: i18n._(label) }))}
        value={form.mode}
        onChange={(event) => setForm({ ...form, mode: event.currentTarget.value as Bookings['mode'] })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {MINUTES.map(({ name, label, description }) => (
          <NumberField
            key={name}
            label={i18n._(label)}
            description={i18n._(description)}
            value={form[name]}
            onChange={(value) => setForm({ ...form, [name]: value })}
            error={errorAt(`/bookings/${name}`)}
          />
        ))}
        <NumberField
          label={t`Share of guests without a booking (%)`}
          description={t`Of the calls of an hour, they have at least this many.`}
          value={form.walk_in_share}
          max={100}
          onChange={(walk_in_share) => setForm({ ...form, walk_in_share })}
          error={errorAt('/bookings/walk_in_share')}
        />
      </SimpleGrid>
      <SaveRow isSending={saving.isSending} isChanged={over.isChanged(body)} />
    </Form>
  )
}
