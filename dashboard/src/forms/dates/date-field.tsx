import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Day } from '../../ui/zone-time.ts'
import { DayInput, useTypedDay } from './day-input.tsx'

interface Props {
  readonly label: string
  /** The label is only for screen readers. */
  readonly isLabelHidden?: boolean
  /** The zone that the day is of. Left out where each item shown has its own. */
  readonly zone?: string
  /** `2026-12-24`, or nothing. */
  readonly value: Day | ''
  readonly onChange: (day: Day | '') => void
  readonly error?: ReactNode
  readonly w?: number
  readonly autoFocus?: boolean
}

/** A date: typed as the browser's language writes it, or picked. */
export function DateField({ label, isLabelHidden, zone, value, onChange, error, w, autoFocus }: Props) {
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
      <DayInput name={label} {...{ value, typed, autoFocus }} isInvalid={!!problem} />
    </Input.Wrapper>
  )
}
