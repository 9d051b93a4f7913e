import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import type { Guest } from './line.ts'
import { lineQuery } from './queries.ts'

/** Brings guests who have left back to the line, at their old place. */
export function useBringBack(queueId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: ['line', queueId],
    mutationFn: async ({ id }: Pick<Guest, 'id'>) =>
      (await api.post('/v1/guests/{id}/undo', { params: { path: { id } } })).data,
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
