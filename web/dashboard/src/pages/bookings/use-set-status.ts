import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'

const DONE = {
  confirmed: msg`Booking confirmed`,
  completed: msg`Booking completed`,
  no_show: msg`Booking marked as a no-show`,
} as const

/** Confirms or completes a booking, or marks it as a no-show. */
export function useSetStatus({ id }: Booking) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: keyof typeof DONE) =>
      api.patch('/api/bookings/{id}', { params: { path: { id } }, body: { status } }),
    onSuccess: (_, status) => notifyDone(i18n._(DONE[status])),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
