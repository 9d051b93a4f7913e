import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DateField } from '../../forms/dates/date-field.tsx'
import { dateText } from '../../ui/zone-time.ts'
import { WindowList } from './window-list.tsx'

type Override = Schemas['Provider']['overrides'][number]

interface Props {
  readonly overrides: readonly Override[]
  readonly zone: string
  readonly onChange: (overrides: readonly Override[]) => void
}

/** Dates with windows of their own, such as holidays. */
export function OverridesEditor({ overrides, zone, onChange }: Props) {
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
