import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { dayAndClock } from '../../ui/zone-time.ts'
import type { Booking } from './queries.ts'

export interface Move {
  readonly booking: Booking
  /** The new start. */
  readonly start: string
  readonly provider_id: string
  /** For taking a move back: the version that it made. */
  readonly undoOf?: string
}

/**
 * Moves a booking optimistically, moves it back if the API refuses, and offers to undo. An undo is refused if
 * somebody has changed the booking since.
 */
export function useMove(onRefused: (error: unknown, move: Move) => void, onDone?: () => void) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: send,
    async onMutate({ booking, start, provider_id }: Move) {
      await queryClient.cancelQueries({ queryKey: ['bookings'] })
      const before = queryClient.getQueriesData<readonly Booking[]>({ queryKey: ['bookings'] })
      const length = Date.parse(booking.end) - Date.parse(booking.start)
      const end = new Date(Date.parse(start) + length).toISOString()
      queryClient.setQueriesData<readonly Booking[]>({ queryKey: ['bookings'] }, (all) =>
        all?.map((one) => (one.id === booking.id ? { ...one, start, end, provider_id } : one)),
      )
      return { before }
    },
    onError(error, move, kept) {
      for (const [key, data] of kept?.before ?? []) queryClient.setQueryData(key, data)
      if (move.undoOf === undefined) onRefused(error, move)
      else notifyFailure(t`Not moved back`, error)
    },
    onSuccess({ moved, etag }, { booking, undoOf }) {
      const { start, timezone, customer } = moved
      const [name, time] = [customer.name, dayAndClock(start, timezone)]
      if (undoOf !== undefined) return notifyDone(t`Moved back. ${name}: ${time}`)
      onDone?.()
      const back = { booking: moved, start: booking.start, provider_id: booking.provider_id, undoOf: etag }
      offerUndo(t`Booking moved. ${name}: ${time}`, () => mutation.mutate(back))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  return mutation
}

async function send({ booking: { id }, start, provider_id, undoOf }: Move) {
  const params = { path: { id }, ...(undoOf !== undefined && { header: { 'If-Match': undoOf } }) }
  const { data, response } = await api.patch('/api/bookings/{id}', { params, body: { start, provider_id } })
  return { moved: data, etag: response.headers.get('etag') ?? '*' }
}
