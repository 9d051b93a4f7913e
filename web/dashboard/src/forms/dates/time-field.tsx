import { t } from '@lingui/core/macro'
import { getTimeRange, TimeGrid, TimePicker } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import { Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dateFormat } from './date-format.ts'
import { PickButton, WITH_BUTTON } from './pick-button.tsx'

const HALF_HOURS = getTimeRange({ startTime: '00:00', endTime: '23:30', interval: '00:30' }).map((time) =>
  time.slice(0, 5),
)

interface Props {
  readonly label: string
  /** The label is only for screen readers. */
  readonly isLabelHidden?: boolean
  /** `09:30`, or nothing. */
  readonly value: string
  readonly onChange: (time: string) => void
  readonly error?: ReactNode
  /** ID of the element that names the zone. */
  readonly describedBy: string
  readonly flex?: string
}

/** A time of day, typed or picked, on the clock of the dashboard's language and the browser's region. */
export function TimeField({ label, isLabelHidden, value, onChange, error, describedBy, flex }: Props) {
  const { clock, halves } = dateFormat()
  const { remountKey, isPicked, type, pick } = useRemount(value, onChange)
  const errorId = useId()
  const hasText = !!error && error !== true
  const aria = {
    'aria-describedby': [hasText && errorId, describedBy].filter(Boolean).join(' '),
    'aria-invalid': !!error,
  }
  return (
    <TimePicker
      key={remountKey}
      {...WITH_BUTTON}
      value={value}
      error={error}
      onChange={type}
      label={isLabelHidden ? undefined : label}
      role="group"
      aria-label={label}
      format={clock}
      amPmLabels={halves}
      errorProps={{ id: errorId }}
      mb="calc(var(--mantine-spacing-xs) / 2)"
      {...(flex && { flex })}
      hoursInputLabel={t`${label}, hours`}
      minutesInputLabel={t`${label}, minutes`}
      amPmInputLabel={t`${label}, ${{ am: halves.am }} or ${{ pm: halves.pm }}`}
      hoursInputProps={aria}
      minutesInputProps={aria}
      rightSection={
        <PickButton label={t`Choose a time for “${label}”`} icon={Clock} autoFocus={isPicked}>
          {() => <HalfHours value={value} onPick={pick} />}
        </PickButton>
      }
    />
  )
}

/** Remounts the picker when the value changes from outside: Mantine's can ignore such a change. */
function useRemount(value: string, onChange: (time: string) => void) {
  const [shown, setShown] = useState({ value, remountKey: 0, isPicked: false })
  if (shown.value !== value) setShown({ value, remountKey: shown.remountKey + 1, isPicked: false })
  return {
    ...shown,
    type(time: string) {
      setShown({ ...shown, value: time })
      onChange(time)
    },
    pick(time: string) {
      setShown({ value: time, remountKey: shown.remountKey + 1, isPicked: true })
      onChange(time)
    },
  }
}

function HalfHours({ value, onPick }: { value: string; onPick: (time: string) => void }) {
  const { clock, halves } = dateFormat()
  return (
    <TimeGrid
      data={HALF_HOURS}
      value={value || null}
      onChange={(time) => time && onPick(time)}
      format={clock}
      amPmLabels={halves}
      mah={260}
      style={{ overflowY: 'auto' }}
      styles={{ control: { minHeight: 'var(--usher-touch)' } }}
      getControlProps={(time) => (time === value ? { 'data-autofocus': true } : {})}
    />
  )
}
