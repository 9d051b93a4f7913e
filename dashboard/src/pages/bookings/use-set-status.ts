import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import type { Booking } from './queries.ts'
import { STATUS_WORDS } from './words.ts'

/** Confirms or completes a booking, or marks it as a no-show. */
export function useSetStatus({ id }: Booking) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: 'confirmed' | 'completed' | 'no_show') =>
      api.patch('/api/bookings/{id}', { params: { path: { id } }, body: { status } }),
    onSuccess: (_, status) => notifyDone(`Booking: ${STATUS_WORDS[status].toLowerCase()}`),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
