import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/problem.ts'
import { LoadingState } from '../../ui/states.tsx'
import { clockText } from '../../ui/time.ts'
import { addDays, type Day } from '../../ui/zone-time.ts'
import { slotsQuery } from './queries.ts'

export interface Choice {
  readonly start: string
  /** Absent: any. */
  readonly provider_id?: string
}

interface Search {
  readonly serviceTypeId: string
  /** Empty: any. */
  readonly providerId: string
  readonly day: Day
  readonly zone: string
  readonly duration?: number
}

interface Props extends Search {
  readonly chosen: Choice | undefined
  readonly onChoose: (choice: Choice) => void
}

/** The free times of a date. */
export const useSlots = ({ serviceTypeId, providerId, day, zone, duration }: Search) =>
  useQuery(
    slotsQuery({
      service_type_id: serviceTypeId,
      provider_id: providerId,
      day,
      next: day && addDays(day, 1),
      timezone: zone,
      ...(duration !== undefined && { duration }),
    }),
  )

type Slot = NonNullable<ReturnType<typeof useSlots>['data']>[number]

/** The free times of a date, to choose one of. */
export function SlotPicker({ chosen, onChoose, ...search }: Props) {
  const { serviceTypeId, providerId, day, zone } = search
  const slots = useSlots(search)
  if (serviceTypeId === '' || day === '') return null
  if (slots.isError) return <Text role="alert">{messageOf(slots.error)}</Text>
  if (!slots.data) return <LoadingState lines={2} />
  if (slots.data.length === 0) return <Text role="status">{t`No free times on this date.`}</Text>
  return (
    <Group gap="xs" role="group" aria-label={t`Free times, ${zone}`}>
      {slots.data.map((slot) => (
        <Button
          key={slot.start}
          variant={chosen?.start === slot.start ? 'filled' : 'default'}
          aria-pressed={chosen?.start === slot.start}
          onClick={() => onChoose(choiceOf(slot, providerId))}
        >
          {clockText(slot.start, zone)}
        </Button>
      ))}
    </Group>
  )
}

/** The first of some free times that begins within so many minutes from an instant on. */
export function firstWithin(
  slots: readonly Slot[],
  from: string,
  minutes: number,
  providerId: string,
): Choice | undefined {
  const within = (start: string) => Date.parse(start) - Date.parse(from)
  const slot = slots.find(({ start }) => within(start) >= 0 && within(start) < minutes * 60_000)
  return slot && choiceOf(slot, providerId)
}

const choiceOf = ({ start }: Slot, providerId: string): Choice => ({
  start,
  ...(providerId && { provider_id: providerId }),
})
