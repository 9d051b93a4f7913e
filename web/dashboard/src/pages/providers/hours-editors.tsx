import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { Plus, Trash2 } from 'lucide-react'
import { DateTime } from 'luxon'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { CopyMenu } from '../../forms/dates/copy-day.tsx'
import { DateField } from '../../forms/dates/date-field.tsx'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { TimeRange } from '../../forms/dates/time-range.tsx'
import { locale } from '../../language/language.ts'
import { shortWeekday, WEEK_DAYS, type WeekDay, weekdayName } from '../../ui/weekdays.ts'
import { dateText } from '../../ui/zone-time.ts'

interface Props {
  readonly hours: readonly WeeklyWindow[]
  readonly zone: string
  readonly onChange: (hours: readonly WeeklyWindow[]) => void
}

/** The windows of each day of the week. */
export function WeekEditor({ hours, zone, onChange }: Props) {
  return (
    <Fieldset legend={t`Weekly hours`}>
      <Stack gap="md">
        {WEEK_DAYS.map((day) => (
          <DayEditor key={day} day={day} hours={hours} zone={zone} onChange={onChange} />
        ))}
      </Stack>
    </Fieldset>
  )
}

function DayEditor({ day, hours, zone, onChange }: Props & { day: WeekDay }) {
  const name = weekdayName(day)
  const windows = hours.filter((window) => window.day === day)
  const add = () => onChange([...hours, { day, start: '09:00', end: '17:00' }])
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{name}</Text>
        <Group gap="xs" wrap="nowrap">
          {windows.length > 0 && <CopyMenu day={day} hours={hours} onChange={onChange} />}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={16} aria-hidden />}
            aria-label={t`Add hours on ${{ day: name }}`}
            onClick={add}
          >
            {t({ message: 'Add', context: 'add hours' })}
          </Button>
        </Group>
      </Group>
      <WindowList
        of={name}
        zone={zone}
        windows={windows}
        onReplace={(window, by) => onChange(hours.map((one) => (one === window ? by : one)))}
        onRemove={(window) => onChange(hours.filter((one) => one !== window))}
      />
    </Stack>
  )
}

interface WindowListProps<Item> {
  /** What the windows belong to, for screen readers. */
  readonly of: string
  readonly zone: string
  readonly windows: readonly Item[]
  readonly onReplace: (window: Item, by: Item) => void
  readonly onRemove: (window: Item) => void
}

/** The windows of a day or date; closed if there are none. */
function WindowList<Item extends { start: string; end: string }>(props: WindowListProps<Item>) {
  const { of, zone, windows, onReplace, onRemove } = props
  if (windows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t({ message: 'Closed', context: 'a day without hours' })}
      </Text>
    )
  }
  return windows.map((window, index) => (
    <Window
      // biome-ignore lint/suspicious/noArrayIndexKey: windows are identified only by their index
      key={index}
      of={of}
      number={index + 1}
      zone={zone}
      window={window}
      onChange={(changed) => onReplace(window, changed)}
      onRemove={() => onRemove(window)}
    />
  ))
}

interface WindowProps<Item> {
  /** The day or date, and which of its windows it is, for screen readers. */
  readonly of: string
  readonly number: number
  readonly zone: string
  readonly window: Item
  readonly onChange: (window: Item) => void
  readonly onRemove: () => void
}

/** From and to, on the local clock. */
function Window<Item extends { start: string; end: string }>(props: WindowProps<Item>) {
  const { of, number, zone, window, onChange, onRemove } = props
  const { effective_from, effective_to } = window as Partial<WeeklyWindow>
  return (
    <div>
      <TimeRange
        labels={{
          start: t`${{ day: of }}, window ${number}: from`,
          end: t`${{ day: of }}, window ${number}: to`,
        }}
        areLabelsHidden
        zone={zone}
        span={window}
        onChange={(span) => onChange({ ...window, ...span })}
      >
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={t`Remove ${{ day: of }}, window ${number}`}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </TimeRange>
      {isOverMidnight(window) && <Text size="xs" c="dimmed">{t`Ends on the next day`}</Text>}
      {(effective_from ?? effective_to) && (
        <Text size="xs" c="dimmed">
          {periodWords(effective_from, effective_to)}
        </Text>
      )}
    </div>
  )
}

/** The dates on which a window counts. */
function periodWords(first = '', last = ''): string {
  const [from, to] = [first && dateText(first), last && dateText(last)]
  if (from && to) return t`Only from ${from} to ${to}`
  return from ? t`Only from ${from}` : t`Only to ${to}`
}

export type WeeklyWindow = Schemas['Provider']['weekly_hours'][number]

/** Whether a window ends on the next day: its end is not after its start. */
export const isOverMidnight = ({ start, end }: { start: string; end: string }): boolean => end <= start

/** Hours of a week in a few words. */
export function summaryOf(hours: readonly WeeklyWindow[]): string {
  const days = WEEK_DAYS.filter((day) => hours.some((window) => window.day === day))
  if (days.length === 0) return t`No hours`
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(days.map(shortWeekday))
}

type Override = Schemas['Provider']['overrides'][number]

interface OverridesEditorProps {
  readonly overrides: readonly Override[]
  readonly zone: string
  readonly onChange: (overrides: readonly Override[]) => void
}

/** Dates with windows of their own, such as holidays. */
export function OverridesEditor({ overrides, zone, onChange }: OverridesEditorProps) {
  const [date, setDate] = useState('')
  const sorted = overrides.toSorted((one, other) => one.date.localeCompare(other.date))
  const add = () => {
    onChange([...overrides, { date, windows: [] }])
    setDate('')
  }
  return (
    <Fieldset legend={t`Special dates`}>
      <Stack>
        {sorted.map((override) => (
          <DateEditor
            key={override.date}
            override={override}
            zone={zone}
            onChange={(changed) =>
              onChange(overrides.map((one) => (one.date === override.date ? changed : one)))
            }
            onRemove={() => onChange(overrides.filter((one) => one.date !== override.date))}
          />
        ))}
        <DateField label={t`Date`} zone={zone} value={date} onChange={setDate} />
        <Button
          variant="default"
          disabled={date === '' || overrides.some((one) => one.date === date)}
          onClick={add}
        >
          <Trans>Add date</Trans>
        </Button>
      </Stack>
    </Fieldset>
  )
}

interface DateProps {
  readonly override: Override
  readonly zone: string
  readonly onChange: (override: Override) => void
  readonly onRemove: () => void
}

function DateEditor({ override, zone, onChange, onRemove }: DateProps) {
  const { windows } = override
  const date = dateText(override.date)
  const set = (changed: Override['windows']) => onChange({ ...override, windows: changed })
  return (
    <Stack gap="xs" role="group" aria-label={date}>
      <Group justify="space-between">
        <Text fw={600}>{date}</Text>
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-md"
            aria-label={t`Add hours on ${{ day: date }}`}
            onClick={() => set([...windows, { start: '09:00', end: '17:00' }])}
          >
            {t({ message: 'Add', context: 'add hours' })}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            aria-label={t`Remove the date ${date}`}
            onClick={onRemove}
          >
            {t({ message: 'Remove', context: 'remove a date' })}
          </Button>
        </Group>
      </Group>
      <WindowList
        of={date}
        zone={zone}
        windows={windows}
        onReplace={(window, by) => set(windows.map((one) => (one === window ? by : one)))}
        onRemove={(window) => set(windows.filter((one) => one !== window))}
      />
    </Stack>
  )
}

type TimeOff = Schemas['Provider']['time_off'][number]

interface TimeOffEditorProps {
  readonly timeOff: readonly TimeOff[]
  readonly zone: string
  readonly onChange: (timeOff: readonly TimeOff[]) => void
}

const NOTHING = { start: '', end: '', reason: '' }

/** When the provider is away, to the minute. */
export function TimeOffEditor({ timeOff, zone, onChange }: TimeOffEditorProps) {
  const [given, setGiven] = useState(NOTHING)
  const words = (instant: string) =>
    DateTime.fromISO(instant, { zone: zoneOf(zone) }).toLocaleString(DateTime.DATETIME_MED_WITH_WEEKDAY, {
      locale,
    })
  const isComplete = given.start !== '' && given.start < given.end
  const set = (name: keyof typeof NOTHING) => (value: string) => setGiven({ ...given, [name]: value })
  const add = () => {
    const instant = (local: string) =>
      new Date(DateTime.fromISO(local, { zone: zoneOf(zone) }).toMillis()).toISOString()
    const reason = given.reason.trim()
    onChange([
      ...timeOff,
      { start: instant(given.start), end: instant(given.end), ...(reason && { reason }) },
    ])
    setGiven(NOTHING)
  }
  return (
    <Fieldset legend={t`Time off`}>
      <Stack>
        {timeOff.map((one) => (
          <Group key={`${one.start} ${one.end}`} justify="space-between" wrap="nowrap">
            <div>
              <Text>
                {words(one.start)} – {words(one.end)}
              </Text>
              {one.reason && (
                <Text size="sm" c="dimmed">
                  {one.reason}
                </Text>
              )}
            </div>
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t`Remove the time off from ${{ start: words(one.start) }}`}
              onClick={() => onChange(timeOff.filter((other) => other !== one))}
            >
              <Trash2 size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateTimeField
            label={t({ message: 'Away from', context: 'when time off begins' })}
            zone={zone}
            value={given.start}
            onChange={set('start')}
          />
          <DateTimeField
            label={t({ message: 'Back at', context: 'when time off ends' })}
            zone={zone}
            value={given.end}
            onChange={set('end')}
          />
        </SimpleGrid>
        <TextInput
          label={t`Reason`}
          maxLength={200}
          value={given.reason}
          onChange={({ currentTarget }) => set('reason')(currentTarget.value)}
        />
        <Button variant="default" disabled={!isComplete} onClick={add}>{t`Add time off`}</Button>
      </Stack>
    </Fieldset>
  )
}
