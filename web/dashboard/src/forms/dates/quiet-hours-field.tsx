import { t } from '@lingui/core/macro'
import { Switch } from '@mantine/core'
import { type Span, TimeRange } from './time-range.tsx'

const NIGHT: Span = { start: '22:00', end: '08:00' }

interface Props {
  readonly description: string
  /** Whose clock they follow. */
  readonly zone: string
  /** null: none. */
  readonly hours: Span | null
  readonly onChange: (hours: Span | null) => void
  readonly errorAt: (pointer: string) => string | undefined
}

/** Hours in which messages wait, or none; the field `quiet_hours` of a form. */
export function QuietHoursField({ description, zone, hours, onChange, errorAt }: Props) {
  return (
    <>
      <Switch
        label={t`Quiet hours`}
        description={description}
        checked={hours !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? NIGHT : null)}
      />
      {hours && (
        <TimeRange
          labels={{ start: t`Quiet from`, end: t`Quiet to` }}
          zone={zone}
          span={hours}
          onChange={onChange}
          errorAt={(part) => errorAt(`/quiet_hours/${part}`)}
        />
      )}
    </>
  )
}
