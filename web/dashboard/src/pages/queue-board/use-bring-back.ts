import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { lineQuery } from './queries.ts'

type Undo = Pick<Schemas['Guest'], 'id'> & Required<Schemas['GuestUndo']>

/** A request to undo what a guest's status says, and nothing that somebody did since. */
export const undoing = ({ id, status }: Undo) => ({
  params: { path: { id } },
  body: { status },
})

/** Brings guests who have left back to the line, at their old place. */
export function useBringBack(queueId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['line', queueId],
    mutationFn: async (guest: Undo) => (await api.post('/v1/guests/{id}/undo', undoing(guest))).data,
    onSuccess: ({ name, position }) =>
      notifyDone(t`${name} is back in line, number ${{ position: position ?? '–' }}`),
    onError: notifyError,
    onSettled: async () => {
      void queryClient.invalidateQueries(queueQuery(queueId))
      await Promise.all([
        queryClient.invalidateQueries(lineQuery(queueId)),
        queryClient.invalidateQueries({ queryKey: ['left', queueId] }),
      ])
    },
  })
}
