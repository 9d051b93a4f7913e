import { t } from '@lingui/core/macro'
import { Input } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '../../ui/zone-time.ts'
import { dateFormat } from './date-format.ts'
import { PickButton, WITH_BUTTON } from './pick-button.tsx'

/** What is typed and may not be a date. */
interface Typed {
  readonly text: string
  readonly isLeft: boolean
}

/** The text of a date field: what is typed stays until the field is left. */
export function useTypedDay(value: Day | '', onChange: (day: Day | '') => void) {
  const { numeric: write, parse } = dateFormat()
  const [typed, setTyped] = useState<Typed>()
  const isWrong = typed?.isLeft && value === ''
  return {
    /** Whether something is typed that is no date (yet): the value is empty all the same. */
    isUnfinished: Boolean(typed?.text.trim() && !parse(typed.text)),
    text: typed && (!typed.isLeft || value === '') ? typed.text : value && write(value),
    problem: isWrong ? t`Enter a date such as ${{ example: write('2026-12-24') }}` : undefined,
    type(text: string) {
      setTyped({ text, isLeft: false })
      const day = parse(text) ?? ''
      if (day !== value) onChange(day)
    },
    leave() {
      if (typed?.text.trim() && !parse(typed.text)) setTyped({ text: typed.text, isLeft: true })
      else setTyped(undefined)
    },
    pick(day: Day) {
      setTyped(undefined)
      onChange(day)
    },
  }
}

interface Props {
  /** The field's name, for screen readers. */
  readonly name: string
  readonly value: Day | ''
  readonly today: Day
  readonly typed: ReturnType<typeof useTypedDay>
  readonly isInvalid: boolean
  /** Whether what is entered makes no value, in which case `useApiForm` sends nothing. */
  readonly isUnfinished?: boolean
  readonly autoFocus?: boolean | undefined
  readonly flex?: string
}

/** A date, typed or picked, in an `Input.Wrapper`. */
export function DayInput({ name, value, today, typed, isInvalid, isUnfinished, ...others }: Props) {
  return (
    <Input
      {...others}
      {...WITH_BUTTON}
      autoComplete="off"
      inputSize="10"
      aria-label={name}
      data-unfinished={typed.isUnfinished || isUnfinished || undefined}
      value={typed.text}
      error={isInvalid}
      onChange={({ currentTarget }) => typed.type(currentTarget.value)}
      onBlur={typed.leave}
      rightSection={
        <PickButton label={t`Choose a date for “${name}”`} icon={CalendarDays}>
          {(close) => (
            <Calendar
              value={value}
              today={today}
              onPick={(day) => {
                typed.pick(day)
                close()
              }}
            />
          )}
        </PickButton>
      }
    />
  )
}

const TODAY = { border: '1px solid var(--usher-edge)' }

function Calendar({ value, today, onPick }: Pick<Props, 'value' | 'today'> & { onPick: (day: Day) => void }) {
  const format = dateFormat()
  return (
    <DatePicker
      value={value || null}
      defaultDate={value || today}
      size="md"
      onChange={(day) => onPick(day ?? value)}
      firstDayOfWeek={format.firstDayOfWeek}
      weekdayFormat={format.weekday}
      monthLabelFormat={format.month}
      monthsListFormat={format.shortMonth}
      getDayAriaLabel={format.longDay}
      getDayProps={(day) => ({
        ...(day === (value || today) && { 'data-autofocus': true }),
        ...(day === today && { 'aria-current': 'date', style: TODAY }),
      })}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{
        nextMonth: t`Next month`,
        previousMonth: t`Previous month`,
        nextYear: t`Next year`,
        previousYear: t`Previous year`,
        nextDecade: t`Next ten years`,
        previousDecade: t`Previous ten years`,
      }}
    />
  )
}
