import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/problem.ts'
import { LoadingState } from '../../ui/states.tsx'
import { addDays, clock, type Day } from '../../ui/zone-time.ts'
import { slotsQuery } from './queries.ts'

export interface Choice {
  readonly start: string
  readonly provider_id: string
}

interface Props {
  readonly serviceTypeId: string
  /** Empty: any. */
  readonly providerId: string
  readonly day: Day
  readonly zone: string
  readonly duration?: number
  readonly chosen: Choice | undefined
  readonly onChoose: (choice: Choice) => void
}

/** The free times of a date, to choose one of. */
export function SlotPicker({ serviceTypeId, providerId, day, zone, duration, chosen, onChoose }: Props) {
  const slots = useQuery(
    slotsQuery({
      service_type_id: serviceTypeId,
      provider_id: providerId,
      day,
      next: day && addDays(day, 1),
      time_zone: zone,
      ...(duration !== undefined && { duration }),
    }),
  )
  if (serviceTypeId === '' || day === '') return null
  if (slots.isError) return <Text role="alert">{messageOf(slots.error)}</Text>
  if (!slots.data) return <LoadingState lines={2} />
  if (slots.data.length === 0) return <Text role="status">No free times on this date.</Text>
  return (
    <Group gap="xs" role="group" aria-label={`Free times, ${zone}`}>
      {slots.data.map(({ start, provider_ids: [first = ''] }) => (
        <Button
          key={start}
          variant={chosen?.start === start ? 'filled' : 'default'}
          aria-pressed={chosen?.start === start}
          onClick={() => onChoose({ start, provider_id: providerId || first })}
        >
          {clock(start, zone)}
        </Button>
      ))}
    </Group>
  )
}
