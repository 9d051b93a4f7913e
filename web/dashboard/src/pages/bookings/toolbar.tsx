import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { DateField } from '../../forms/dates/date-field.tsx'
import { optionsOf } from '../../ui/options.ts'
import { addDays, type Day } from '../../ui/zone-time.ts'
import type { Filters, Provider, ServiceType } from './queries.ts'
import { STATUS_WORDS } from './words.ts'

export type CalendarSpan = 'day' | 'week'

interface DateBarProps {
  readonly day: Day
  readonly today: Day
  readonly span: CalendarSpan
  readonly onDay: (day: Day) => void
  readonly onSpan: (span: CalendarSpan) => void
}

/** Which day or week is shown. */
export function DateBar({ day, today, span, onDay, onSpan }: DateBarProps) {
  const step = span === 'day' ? 1 : 7
  return (
    <Group gap="xs" align="flex-end">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={span === 'day' ? t`Previous day` : t`Previous week`}
        onClick={() => onDay(addDays(day, -step))}
      >
        <ChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={() => onDay(today)}>{t`Today`}</Button>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={span === 'day' ? t`Next day` : t`Next week`}
        onClick={() => onDay(addDays(day, step))}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
      <DateField
        label={t`Date`}
        isLabelHidden
        today={today}
        value={day}
        onChange={(to) => to && onDay(to)}
        w={160}
      />
      <SegmentedControl
        aria-label={t({ message: 'Span', context: 'a day or a week' })}
        data={[
          { value: 'day', label: t`Day` },
          { value: 'week', label: t`Week` },
        ]}
        value={span}
        onChange={(value) => onSpan(value as CalendarSpan)}
      />
    </Group>
  )
}

interface FilterBarProps {
  readonly filters: Filters
  /** Part of the customer's name, phone number or e-mail address. */
  readonly customer: string
  readonly providers: readonly Provider[]
  readonly serviceTypes: readonly ServiceType[]
  readonly onChange: (changes: { readonly [name in keyof Filters]?: string }) => void
  readonly onCustomer: (customer: string) => void
}

/** Which bookings are shown. */
export function FilterBar(props: FilterBarProps) {
  const { filters, customer, providers, serviceTypes, onChange, onCustomer } = props
  const set = (name: keyof Filters) => (event: { currentTarget: { value: string } }) =>
    onChange({ [name]: event.currentTarget.value })
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" my="md">
      <NativeSelect
        label={t`Service`}
        data={optionsOf(serviceTypes, t`All services`)}
        value={filters.service_type_id}
        onChange={set('service_type_id')}
      />
      <NativeSelect
        label={t`Provider`}
        data={[
          { value: '', label: t`All providers` },
          ...providers.map(({ id, name, archived_at }) => ({
            value: id,
            label: archived_at ? t`${name} (archived)` : name,
          })),
        ]}
        value={filters.provider_id}
        onChange={set('provider_id')}
      />
      <NativeSelect
        label={t`Status`}
        data={[
          { value: '', label: t`Any status` },
          ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label: i18n._(label) })),
        ]}
        value={filters.status}
        onChange={set('status')}
      />
      <TextInput
        label={t`Customer`}
        placeholder={t`Name, phone or e-mail`}
        leftSection={<Search size={16} aria-hidden />}
        value={customer}
        onChange={({ currentTarget }) => onCustomer(currentTarget.value)}
      />
    </SimpleGrid>
  )
}
