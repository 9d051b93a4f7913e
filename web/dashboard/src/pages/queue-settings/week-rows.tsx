import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { WEEK_DAYS, weekdayName } from '../../ui/weekdays.ts'
import { WindowRow } from './window-row.tsx'

type Window = NonNullable<Schemas['Queue']['opening_hours']>[number]

interface Props {
  readonly windows: readonly Window[]
  readonly zone: string
  readonly onChange: (windows: Window[]) => void
  readonly errorAt: (pointer: string) => string | undefined
}

/** The windows of each weekday. Their indexes in the list are kept, as errors refer to them. */
export function WeekRows({ windows, zone, onChange, errorAt }: Props) {
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
                  <Trans context="a day without hours">Closed</Trans>
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
          </Group>
        )
      })}
    </Stack>
  )
}
