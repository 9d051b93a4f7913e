import { t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { UsherError } from '@usher/sdk/client'
import { dayAndClock } from '../../ui/zone-time.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import type { Choice } from './slot-picker.tsx'

/** The error as a refusal with the nearest free times, if it is one. */
export const refusalOf = (error: unknown): UsherError | undefined =>
  error instanceof UsherError && error.code === 'slot_unavailable' ? error : undefined

interface Props {
  readonly refusal: UsherError
  readonly zone: string
  readonly providerName: (id: string) => string
  readonly onChoose: (choice: Choice) => void
}

/** Shows why a time cannot be booked, and the nearest free times. */
export function Refused({ refusal, zone, providerName, onChoose }: Props) {
  const { alternatives } = refusal
  return (
    <RefusalAlert title={refusal.message}>
      <Stack gap="xs">
        <Text size="sm">{alternatives.length > 0 ? t`Nearest free times:` : t`No free times nearby.`}</Text>
        <Group gap="xs">
          {alternatives.map(({ start, provider_ids: [provider_id = ''] }) => (
            <Button key={start} variant="default" onClick={() => onChoose({ start, provider_id })}>
              {dayAndClock(start, zone)} · {providerName(provider_id)}
            </Button>
          ))}
        </Group>
      </Stack>
    </RefusalAlert>
  )
}
