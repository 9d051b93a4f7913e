import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { DateField } from '../../forms/dates/date-field.tsx'
import type { Span } from '../../forms/dates/time-range.tsx'
import { dateText } from '../../ui/zone-time.ts'
import { WindowRow } from './window-row.tsx'

type Exception = Schemas['Queue']['opening_exceptions'][number]

interface Props {
  readonly exceptions: readonly Exception[]
  readonly zone: string
  readonly onChange: (exceptions: Exception[]) => void
  readonly errorAt: (pointer: string) => string | undefined
}

/** Dates with hours of their own. */
export function ExceptionRows({ exceptions, zone, onChange, errorAt }: Props) {
  return (
    <Stack gap="sm">
      {exceptions.map((exception, index) => (
        <ExceptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, as its date can change
          key={index}
          exception={exception}
          zone={zone}
          onChange={(changed) => onChange(exceptions.with(index, changed))}
          onRemove={() => onChange(exceptions.toSpliced(index, 1))}
          errorAt={(part) => errorAt(`/opening_exceptions/${index}/${part}`)}
        />
      ))}
      <Group>
        <Button variant="default" onClick={() => onChange([...exceptions, { date: '', windows: [] }])}>
          <Trans>Add a date</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps {
  readonly exception: Exception
  readonly zone: string
  readonly onChange: (exception: Exception) => void
  readonly onRemove: () => void
  readonly errorAt: (part: string) => string | undefined
}

function ExceptionRow({ exception, zone, onChange, onRemove, errorAt }: RowProps) {
  const { date, windows } = exception
  const day = date === '' ? undefined : dateText(date)
  const change = (changed: readonly Span[]) => onChange({ date, windows: [...changed] })
  return (
    <Group align="flex-start" gap="sm">
      <DateField
        label={t`Date`}
        isLabelHidden
        zone={zone}
        value={date}
        onChange={(changed) => onChange({ date: changed, windows })}
        error={errorAt('date')}
        w={160}
      />
      <Stack gap="xs">
        {windows.length === 0 && (
          <Text c="dimmed" pt={6}>
            <Trans context="a day without hours">Closed</Trans>
          </Text>
        )}
        {windows.map((span, index) => (
          <WindowRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            key={index}
            of={day}
            zone={zone}
            span={span}
            onChange={(changed) => change(windows.with(index, { ...changed }))}
            onRemove={() => change(windows.toSpliced(index, 1))}
            errorAt={(part) => errorAt(`windows/${index}/${part}`)}
          />
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-md"
        mt={4}
        aria-label={day ? t`Add hours for ${day}` : t`Add hours for the new date`}
        onClick={() => change([...windows, { start: '10:00', end: '16:00' }])}
      >
        <Trans>Add hours</Trans>
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={day ? t`Remove ${day}` : t`Remove the new date`}
        onClick={onRemove}
      >
        <Trash2 size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
