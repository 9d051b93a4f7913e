import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { NumberField } from '../../forms/number-field.tsx'
import { isCountable, MAX_VISITS, type Repeat } from './repeat.ts'

const CHOICES: Readonly<Record<Repeat['every'], MessageDescriptor>> = {
  once: msg({ message: 'Once', context: 'a booking' }),
  week: msg`Every week`,
  'two-weeks': msg`Every two weeks`,
  month: msg`Every month`,
}

/** Not every month has these. */
const LAST_DAYS = 28

interface Props {
  readonly repeat: Repeat
  /** Of the first visit. */
  readonly day: string
  readonly onChange: (repeat: Repeat) => void
}

/** How often a new booking is made. */
export function RepeatFields({ repeat, day, onChange }: Props) {
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
