import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'
import { isCheckInTime, isOpen } from './words.ts'

export type Task = 'move' | 'edit' | 'cancel' | 'cancel-series' | 'check-in'

interface Props {
  readonly booking: Booking
  readonly onTask: (task: Task) => void
}

/** The actions that a booking's status allows. */
export function Actions({ booking, onTask }: Props) {
  const setStatus = useSetStatus(booking)
  const canCheckIn = useCan('queues:read') && !booking.guest_id && isCheckInTime(booking, Date.now())
  const edit = (
    <Button variant="default" onClick={() => onTask('edit')}>
      {t({ message: 'Edit', context: 'edit a booking' })}
    </Button>
  )
  const cancelSeries = booking.series && booking.series.number < booking.series.count && (
    <Button variant="outline" color="red" onClick={() => onTask('cancel-series')}>
      <Trans>Cancel the rest of the series</Trans>
    </Button>
  )
  if (!isOpen(booking))
    return (
      <Stack gap="xs">
        <Group grow>
          {edit}
          <Outcome booking={booking} />
        </Group>
        {cancelSeries}
      </Stack>
    )
  return (
    <Stack gap="xs">
      {booking.status === 'pending' && (
        <Button loading={setStatus.isPending} onClick={() => setStatus.mutate('confirmed')}>
          {t({ message: 'Confirm', context: 'confirm a booking' })}
        </Button>
      )}
      {canCheckIn && <Button onClick={() => onTask('check-in')}>{t`Check in to a queue`}</Button>}
      <Group grow>
        <Button variant="default" onClick={() => onTask('move')}>
          {t({ message: 'Move', context: 'move a booking' })}
        </Button>
        {edit}
      </Group>
      <Group grow>
        <Outcome booking={booking} />
      </Group>
      <Button variant="outline" color="red" onClick={() => onTask('cancel')}>{t`Cancel the booking`}</Button>
      {cancelSeries}
    </Stack>
  )
}

/** Completed or no-show: available once the booking has started, and can be corrected. */
function Outcome({ booking }: { booking: Booking }) {
  const setStatus = useSetStatus(booking)
  const { status, start } = booking
  const canBeTold = status !== 'pending' && status !== 'cancelled' && Date.parse(start) <= Date.now()
  if (!canBeTold) return null
  return (
    <>
      {status !== 'completed' && (
        <Button variant="default" loading={setStatus.isPending} onClick={() => setStatus.mutate('completed')}>
          {t({ message: 'Complete', context: 'mark a booking as completed' })}
        </Button>
      )}
      {status !== 'no_show' && (
        <Button variant="default" loading={setStatus.isPending} onClick={() => setStatus.mutate('no_show')}>
          {t({ message: 'No-show', context: 'mark a booking as a no-show' })}
        </Button>
      )}
    </>
  )
}

const DONE = {
  confirmed: msg`Booking confirmed`,
  completed: msg`Booking completed`,
  no_show: msg`Booking marked as a no-show`,
} as const

/** Confirms or completes a booking, or marks it as a no-show. */
function useSetStatus({ id }: Booking) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: keyof typeof DONE) =>
      api.patch('/api/bookings/{id}', { params: { path: { id } }, body: { status } }),
    onSuccess: (_, status) => notifyDone(i18n._(DONE[status])),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
