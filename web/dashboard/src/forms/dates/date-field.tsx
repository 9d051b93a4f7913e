import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { homeZone } from '../../api/home-zone.ts'
import { type Day, todayIn } from '../../ui/zone-time.ts'
import { DayInput, useTypedDay } from './day-input.tsx'

interface Props {
  readonly label: string
  /** The label is only for screen readers. */
  readonly isLabelHidden?: boolean
  /** The zone that the day is of. Left out where each item shown has its own. */
  readonly zone?: string
  /** By default that of the zone. */
  readonly today?: Day
  /** `2026-12-24`, or nothing. */
  readonly value: Day | ''
  readonly onChange: (day: Day | '') => void
  readonly error?: ReactNode
  readonly w?: number
  readonly autoFocus?: boolean
}

/** A date: typed as usual in the dashboard's language and the browser's region, or picked. */
export function DateField(props: Props) {
  const { label, isLabelHidden, zone, value, onChange, error, w, autoFocus } = props
  const today = props.today ?? todayIn(zone ?? homeZone())
  const typed = useTypedDay(value, onChange)
  const problem = typed.problem ?? error
  return (
    <Input.Wrapper
      label={isLabelHidden ? undefined : label}
      description={zone}
      error={problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(w && { w })}
    >
      <DayInput
        name={label}
        value={value}
        today={today}
        typed={typed}
        autoFocus={autoFocus}
        isInvalid={!!problem}
      />
    </Input.Wrapper>
  )
}
