import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { queueCalls } from '../../api/queues.ts'
import { CopyMenu } from '../../forms/dates/copy-day.tsx'
import { DateField } from '../../forms/dates/date-field.tsx'
import { type Span, TimeRange } from '../../forms/dates/time-range.tsx'
import { Form } from '../../forms/form.tsx'
import { SaveRow } from '../../forms/save-row.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Card } from '../../ui/card.tsx'
import { WEEK_DAYS, weekdayName } from '../../ui/weekdays.ts'
import { dateText } from '../../ui/zone-time.ts'

type Hours = Pick<Schemas['Queue'], 'opening_hours' | 'opening_exceptions'>

const hoursOf = ({ opening_hours, opening_exceptions }: Hours): Hours => ({
  opening_hours,
  opening_exceptions,
})

const daily = (days: number, start: string, end: string): Window[] =>
  WEEK_DAYS.slice(0, days).map((day) => ({ day, start, end }))

const USUAL = daily(5, '09:00', '17:00')

/** Usual hours of each kind of venue, to start from. */
const VENUES = [
  { label: msg`Restaurant`, hours: daily(7, '11:30', '22:00') },
  { label: msg`Clinic`, hours: daily(5, '08:00', '18:00') },
  { label: msg`Shop`, hours: daily(6, '10:00', '19:00') },
  { label: msg`Office`, hours: USUAL },
]

/** When guests can join: windows of the week, and dates with hours of their own. */
export function HoursCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const { values, fields, errorAt, ...form } = useEditForm({
    resource: queue,
    valuesOf: hoursOf,
    bodyOf: hoursOf,
    rows: ['opening_hours', 'opening_exceptions'],
    ...queueCalls(queryClient, queue.id),
  })
  return (
    <Card
      title={t`Opening hours`}
      description={t`Times are in ${{ zone: queue.timezone }}. Nobody can join outside them.`}
    >
      <Form of={form}>
        <Switch
          label={t`Always open`}
          checked={values.opening_hours === null}
          onChange={(event) =>
            fields.setFieldValue('opening_hours', event.currentTarget.checked ? null : USUAL)
          }
        />
        {values.opening_hours && queue.opening_hours === null && (
          <Group gap="xs" role="group" aria-label={t`Usual hours`}>
            <Text size="sm">{t`Usual hours`}</Text>
            {VENUES.map(({ label, hours }) => (
              <Button
                key={label.id}
                variant="default"
                size="compact-md"
                onClick={() => fields.setFieldValue('opening_hours', hours)}
              >
                {i18n._(label)}
              </Button>
            ))}
          </Group>
        )}
        {values.opening_hours && (
          <WeekRows
            zone={queue.timezone}
            windows={values.opening_hours}
            onChange={(windows) => fields.setFieldValue('opening_hours', windows)}
            errorAt={errorAt}
          />
        )}
        <Title order={3} size="h5">{t`Special dates`}</Title>
        <Text c="dimmed" size="sm">{t`Holidays, for example. A date without hours is closed.`}</Text>
        <ExceptionRows
          zone={queue.timezone}
          exceptions={values.opening_exceptions}
          onChange={(exceptions) => fields.setFieldValue('opening_exceptions', exceptions)}
          errorAt={errorAt}
        />
        <SaveRow of={form} />
      </Form>
    </Card>
  )
}

type Window = NonNullable<Schemas['Queue']['opening_hours']>[number]

interface Props {
  readonly windows: readonly Window[]
  readonly zone: string
  readonly onChange: (windows: Window[]) => void
  readonly errorAt: (pointer: string) => string | undefined
}

/** The windows of each weekday. Their indexes in the list are kept, as errors refer to them. */
function WeekRows({ windows, zone, onChange, errorAt }: Props) {
  return (
    <Stack gap="sm">
      {WEEK_DAYS.map((day) => {
        const name = weekdayName(day)
        const ofDay = windows.flatMap((window, index) => (window.day === day ? [{ window, index }] : []))
        return (
          <Group key={day} align="flex-start" gap="sm">
            <Text w={104} pt={6}>
              {name}
            </Text>
            <Stack gap="xs">
              {ofDay.length === 0 && (
                <Text c="dimmed" pt={6}>
                  {t({ message: 'Closed', context: 'a day without hours' })}
                </Text>
              )}
              {ofDay.map(({ window, index }) => (
                <WindowRow
                  key={index}
                  of={name}
                  zone={zone}
                  span={window}
                  onChange={(span) => onChange(windows.with(index, { day, ...span }))}
                  onRemove={() => onChange(windows.toSpliced(index, 1))}
                  errorAt={(part) => errorAt(`/opening_hours/${index}/${part}`)}
                />
              ))}
            </Stack>
            <Button
              variant="subtle"
              size="compact-md"
              mt={4}
              aria-label={t`Add hours for ${{ day: name }}`}
              onClick={() => onChange([...windows, { day, start: '09:00', end: '17:00' }])}
            >
              <Trans>Add hours</Trans>
            </Button>
            {ofDay.length > 0 && (
              <CopyMenu day={day} hours={windows} onChange={(copied) => onChange([...copied])} />
            )}
          </Group>
        )
      })}
    </Stack>
  )
}

type Exception = Schemas['Queue']['opening_exceptions'][number]

interface ExceptionRowsProps {
  readonly exceptions: readonly Exception[]
  readonly zone: string
  readonly onChange: (exceptions: Exception[]) => void
  readonly errorAt: (pointer: string) => string | undefined
}

/** Dates with hours of their own. */
function ExceptionRows({ exceptions, zone, onChange, errorAt }: ExceptionRowsProps) {
  return (
    <Stack gap="sm">
      {exceptions.map((exception, index) => (
        <ExceptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, as its date can change
          key={index}
          exception={exception}
          zone={zone}
          onChange={(changed) => onChange(exceptions.with(index, changed))}
          onRemove={() => onChange(exceptions.toSpliced(index, 1))}
          errorAt={(part) => errorAt(`/opening_exceptions/${index}/${part}`)}
        />
      ))}
      <Group>
        <Button variant="default" onClick={() => onChange([...exceptions, { date: '', windows: [] }])}>
          <Trans>Add a date</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  readonly exception: Exception
  readonly zone: string
  readonly onChange: (exception: Exception) => void
  readonly onRemove: () => void
  readonly errorAt: (part: string) => string | undefined
}

function ExceptionRow({ exception, zone, onChange, onRemove, errorAt }: RowProps) {
  const { date, windows } = exception
  const day = date === '' ? undefined : dateText(date)
  const change = (changed: readonly Span[]) => onChange({ date, windows: [...changed] })
  return (
    <Group align="flex-start" gap="sm">
      <DateField
        label={t`Date`}
        isLabelHidden
        zone={zone}
        value={date}
        onChange={(changed) => onChange({ date: changed, windows })}
        error={errorAt('date')}
        w={160}
      />
      <Stack gap="xs">
        {windows.length === 0 && (
          <Text c="dimmed" pt={6}>
            {t({ message: 'Closed', context: 'a day without hours' })}
          </Text>
        )}
        {windows.map((span, index) => (
          <WindowRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            key={index}
            of={day}
            zone={zone}
            span={span}
            onChange={(changed) => change(windows.with(index, { ...changed }))}
            onRemove={() => change(windows.toSpliced(index, 1))}
            errorAt={(part) => errorAt(`windows/${index}/${part}`)}
          />
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-md"
        mt={4}
        aria-label={day ? t`Add hours for ${day}` : t`Add hours for the new date`}
        onClick={() => change([...windows, { start: '10:00', end: '16:00' }])}
      >
        <Trans>Add hours</Trans>
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={day ? t`Remove ${day}` : t`Remove the new date`}
        onClick={onRemove}
      >
        <Trash2 size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface WindowRowProps {
  readonly span: Span
  /** What the row is about, for screen readers: `Monday`; undefined: a date that is not chosen yet. */
  readonly of: string | undefined
  readonly zone: string
  readonly onChange: (span: Span) => void
  readonly onRemove: () => void
  readonly errorAt: (part: 'start' | 'end') => string | undefined
}

/** From when to when. */
function WindowRow({ span, of, zone, onChange, onRemove, errorAt }: WindowRowProps) {
  return (
    <TimeRange
      labels={
        of
          ? { start: t`${{ day: of }}, from`, end: t`${{ day: of }}, to` }
          : { start: t`New date, from`, end: t`New date, to` }
      }
      areLabelsHidden
      zone={zone}
      span={span}
      onChange={onChange}
      errorAt={errorAt}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={of ? t`Remove hours for ${{ day: of }}` : t`Remove hours for the new date`}
        onClick={onRemove}
      >
        <X size={18} aria-hidden />
      </ActionIcon>
    </TimeRange>
  )
}
