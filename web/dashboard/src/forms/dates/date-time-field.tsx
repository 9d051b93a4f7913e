import { t } from '@lingui/core/macro'
import { Group, Input } from '@mantine/core'
import { useId, useUncontrolled } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { homeZone } from '../../api/home-zone.ts'
import { todayIn } from '../../ui/zone-time.ts'
import { DayInput, useTypedDay } from './day-input.tsx'
import { TimeField } from './time-field.tsx'

interface Props {
  readonly label: string
  readonly description?: string
  /** The zone of the time; the organisation's if left out. */
  readonly zone?: string
  /** `2026-12-24T09:30`, or nothing. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly error?: ReactNode
  readonly 'data-path'?: string
  readonly 'data-autofocus'?: boolean
}

const joined = (day: string, time: string): string => day && time && `${day}T${time}`

/** A date and a time, both typed or picked. A date alone is its first minute. */
export function DateTimeField(props: Props) {
  const { label, description, zone = homeZone(), value, onChange, error, ...others } = props
  const [whole, setWhole] = useUncontrolled({ value, finalValue: '', onChange })
  const { day, time, set } = useParts(whole, setWhole)
  const typed = useTypedDay(day, (to) => set(to, to ? time || '00:00' : time))
  const id = useId()
  const problem = typed.problem ?? error ?? (day && !time && t`Enter a time`)
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={[description, zone].filter(Boolean).join(' · ')}
      error={problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap={4} align="flex-start">
        <DayInput
          name={label}
          value={day}
          today={todayIn(zone)}
          typed={typed}
          isInvalid={!!problem}
          isUnfinished={Boolean(day && !time)}
          flex="1 1 8.5rem"
          {...others}
        />
        <TimeField
          label={label}
          isLabelHidden
          value={time}
          onChange={(to) => set(day, to)}
          error={!!problem}
          describedBy={problem ? `${id}-error ${id}-description` : `${id}-description`}
          flex="1 1 8rem"
        />
      </Group>
    </Input.Wrapper>
  )
}

/** Both parts of a value, also while only one is there. */
function useParts(whole: string, setWhole: (value: string) => void) {
  const [parts, setParts] = useState({ day: '', time: '' })
  const [day = '', time = ''] = whole.slice(0, 16).split('T')
  return {
    ...(joined(parts.day, parts.time) === whole ? parts : { day, time }),
    set(day: string, time: string) {
      setParts({ day, time })
      const changed = joined(day, time)
      if (changed !== whole) setWhole(changed)
    },
  }
}
