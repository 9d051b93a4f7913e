import { t } from '@lingui/core/macro'
import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { Trash2 } from 'lucide-react'
import { DateTime } from 'luxon'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { locale } from '../../language/language.ts'

type TimeOff = Schemas['Provider']['time_off'][number]

interface Props {
  readonly timeOff: readonly TimeOff[]
  readonly zone: string
  readonly onChange: (timeOff: readonly TimeOff[]) => void
}

const NOTHING = { start: '', end: '', reason: '' }

/** When the provider is away, to the minute. */
export function TimeOffEditor({ timeOff, zone, onChange }: Props) {
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
