import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import type { Guest } from './line.ts'
import { conversationQuery, lineQuery } from './queries.ts'

/** Marks the replies of a guest as read for all staff, once they are shown. */
export function useMarkRead(guest: Guest, shown: readonly Schemas['ConversationEntry'][] | undefined): void {
  const queryClient = useQueryClient()
  const canWrite = useCan('guests:write')
  const { mutate } = useMutation({
    mutationFn: (until: string) =>
      api.post('/v1/guests/{id}/replies/read', { params: { path: { id: guest.id } }, body: { until } }),
    onSuccess: () => queryClient.invalidateQueries(lineQuery(guest.queue_id)),
  })
  const unread = guest.unread_reply_at
  const last = shown?.findLast(({ direction }) => direction === 'in')?.at
  const isVisible = useDocumentVisibility() === 'visible'
  const isShown = unread !== null && last !== undefined && last >= unread
  useEffect(() => {
    if (isShown && isVisible && canWrite) mutate(last)
  }, [isShown, isVisible, canWrite, last, mutate])
  useEffect(() => {
    if (unread && !isShown) void queryClient.invalidateQueries(conversationQuery(guest.id))
  }, [unread, isShown, guest.id, queryClient])
}
