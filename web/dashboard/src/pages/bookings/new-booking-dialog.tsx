import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Modal, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { DateField } from '../../forms/dates/date-field.tsx'
import { type Entered, NumberField, numberOrNull } from '../../forms/number-field.tsx'
import { optionsOf } from '../../ui/options.ts'
import { type Day, dayIn, instantOf } from '../../ui/zone-time.ts'
import { CustomerForm } from './customer-form.tsx'
import { CELL_MINUTES } from './free-time.tsx'
import { clockOf } from './hours.ts'
import { firstFreeQuery, type Provider, type ServiceType } from './queries.ts'
import { type Choice, firstWithin, SlotPicker, useSlots } from './slot-picker.tsx'
import type { Place } from './use-booking-drag.ts'

interface Props {
  /** What was chosen in the calendar, else only the day from which to look. A time in it is chosen here, too, if it is free. */
  readonly wanted: Pick<Place, 'day'> & Partial<Place>
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly onClose: () => void
}

/** A service, a free time and the customer. */
export function NewBookingDialog(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title={t`New booking`} size="lg">
      <Steps {...props} />
    </Modal>
  )
}

function Steps({ wanted, providers, serviceTypes, onClose }: Props) {
  const { bookable, values, set, offering } = useEntries(wanted, serviceTypes)
  const { serviceTypeId, providerId } = values
  const [picked, setPicked] = useState<Choice>()
  const [repeat, setRepeat] = useState(ONCE)
  const organizationZone = useMe().organization.timezone
  const zone = providers.find(({ id }) => id === providerId)?.timezone ?? organizationZone
  const day = useDay(values, { from: wanted.day, zone })
  const slots = useSlots({ serviceTypeId, providerId, day, zone })
  if (bookable.length === 0)
    return <Text>{t`No service type can be booked yet. A manager can add one.`}</Text>
  const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? ''
  const hasTime = wanted.minute !== undefined
  const meant =
    hasTime && day !== ''
      ? firstWithin(slots.data ?? [], instantOf(day, wanted.minute, zone), CELL_MINUTES, providerId)
      : undefined
  const chosen = picked ?? meant
  const change = (name: keyof Entries) => (value: string) => {
    set(name, value)
    setPicked(undefined)
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label={t`Service`}
          data={optionsOf(bookable)}
          value={serviceTypeId}
          data-autofocus={!hasTime || undefined}
          onChange={({ currentTarget }) => change('serviceTypeId')(currentTarget.value)}
        />
        <NativeSelect
          label={t`Provider`}
          data={[
            { value: '', label: t`Any provider` },
            ...offering.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={providerId}
          onChange={({ currentTarget }) => change('providerId')(currentTarget.value)}
        />
        <DateField label={t`Date`} zone={zone} value={day} onChange={change('day')} />
      </SimpleGrid>
      {hasTime && !chosen && !!slots.data?.length && (
        <Text role="status">{t`${{ time: clockOf(wanted.minute) }} is not free for this service. Choose another time.`}</Text>
      )}
      <SlotPicker
        serviceTypeId={serviceTypeId}
        providerId={providerId}
        day={day}
        zone={zone}
        chosen={chosen}
        onChoose={setPicked}
      />
      <RepeatFields repeat={repeat} day={day} onChange={setRepeat} />
      <CustomerForm
        serviceTypeId={serviceTypeId}
        providerId={providerId}
        zone={zone}
        choice={chosen}
        recurrence={recurrenceOf(repeat)}
        count={Number(repeat.count)}
        missing={missingOf(chosen, repeat)}
        hasFocus={hasTime}
        providerName={nameOf}
        onChoose={setPicked}
        onDone={onClose}
      />
    </Stack>
  )
}

/** What is missing for a booking, in words. */
function missingOf(chosen: Choice | undefined, repeat: Repeat): string | undefined {
  if (!chosen) return t`Choose a time to book.`
  return isCountable(repeat) ? undefined : t`Enter the number of visits to book.`
}

interface Entries {
  readonly serviceTypeId: string
  readonly providerId: string
  /** undefined: the first with a free time. */
  readonly day: Day | undefined
}

/** The date that was entered, else the first one with a free time; empty while it is not known. */
function useDay(
  { serviceTypeId, providerId, day }: Entries,
  { from, zone }: { readonly from: Day; readonly zone: string },
): Day {
  const search = { service_type_id: serviceTypeId, provider_id: providerId, from, timezone: zone }
  const enabled = day === undefined && serviceTypeId !== ''
  const { data, isLoading } = useQuery({ ...firstFreeQuery(search), enabled })
  if (day !== undefined) return day
  if (isLoading) return ''
  return data ? dayIn(data.start, zone) : from
}

/** Service, provider and date, at first those wanted. */
function useEntries(wanted: Props['wanted'], serviceTypes: readonly ServiceType[]) {
  const bookable = serviceTypes.filter(({ active }) => active)
  const { provider_id = '', day } = wanted
  const first = bookable.find(({ provider_ids }) => provider_ids.includes(provider_id)) ?? bookable[0]
  const [entries, setEntries] = useState<Entries>({
    serviceTypeId: first?.id ?? '',
    providerId: provider_id,
    day: wanted.provider_id === undefined ? undefined : day,
  })
  const offering = bookable.find(({ id }) => id === entries.serviceTypeId)?.provider_ids ?? []
  const providerId = offering.includes(entries.providerId) ? entries.providerId : ''
  return {
    bookable,
    offering,
    values: { ...entries, providerId },
    set: (name: keyof Entries, value: string) => setEntries({ ...entries, [name]: value }),
  }
}

const CHOICES: Readonly<Record<Repeat['every'], MessageDescriptor>> = {
  once: msg({ message: 'Once', context: 'a booking' }),
  week: msg`Every week`,
  'two-weeks': msg`Every two weeks`,
  month: msg`Every month`,
}

/** Not every month has these. */
const LAST_DAYS = 28

interface RepeatFieldsProps {
  readonly repeat: Repeat
  /** Of the first visit. */
  readonly day: string
  readonly onChange: (repeat: Repeat) => void
}

/** How often a new booking is made. */
function RepeatFields({ repeat, day, onChange }: RepeatFieldsProps) {
  const { every, count } = repeat
  const skips = every === 'month' && Number(day.slice(-2)) > LAST_DAYS
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <NativeSelect
        label={t({ message: 'Repeat', context: 'a booking' })}
        description={skips ? t`Months without this day are skipped` : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={Object.entries(CHOICES).map(([value, label]) => ({ value, label: i18n._(label) }))}
        value={every}
        onChange={(event) => onChange({ ...repeat, every: event.currentTarget.value as Repeat['every'] })}
      />
      {every !== 'once' && (
        <NumberField
          label={t`Number of visits`}
          min={2}
          max={MAX_VISITS}
          value={count}
          error={isCountable(repeat) ? undefined : t`Enter 2 to ${MAX_VISITS}`}
          onChange={(changed) => onChange({ ...repeat, count: changed })}
        />
      )}
    </SimpleGrid>
  )
}

/** Rules of RFC 5545 without their count. */
const RULES = {
  week: 'FREQ=WEEKLY',
  'two-weeks': 'FREQ=WEEKLY;INTERVAL=2',
  month: 'FREQ=MONTHLY',
} as const

/** How often a new booking is made. */
interface Repeat {
  /** `once` is a single booking. */
  readonly every: 'once' | keyof typeof RULES
  readonly count: Entered
}

const ONCE: Repeat = { every: 'once', count: 4 }

/** Most visits of a series. */
const MAX_VISITS = 104

/** Whether the count is one that a series can have. */
function isCountable({ every, count }: Repeat): boolean {
  const visits = numberOrNull(count)
  return every === 'once' || (visits !== null && visits >= 2 && visits <= MAX_VISITS)
}

/** The recurrence rule; undefined for a single booking. */
const recurrenceOf = ({ every, count }: Repeat): string | undefined =>
  every === 'once' ? undefined : `${RULES[every]};COUNT=${count}`
