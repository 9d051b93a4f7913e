import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LiveState } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { useLive } from '../../api/use-live.ts'
import { hideNoShow, tellNoShow } from './no-show-notice.tsx'
import { lineQuery } from './queries.ts'
import { useBringBack } from './use-bring-back.ts'

/** Changes that come together are read together. */
const TOGETHER_MS = 120

/** Clocks of browsers differ by this much, in ms. */
const CLOCK_MS = 30_000

/**
 * Keeps the queue and its line as they are: after each event of its stream they are read anew, for a change of one
 * guest changes the places and waits of others. Says so when a called guest has become a no-show by time.
 */
export function useLiveLine(id: string): LiveState {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      hideNoShow()
    },
    [],
  )
  const canWrite = useCan('guests:write')
  const { mutate: bringBack } = useBringBack(id)
  return useLive(`/v1/queues/${encodeURIComponent(id)}/events`, ({ type, data }) => {
    const guest = (data as { data?: { id?: string } }).data
    if (type.startsWith('guest.') && guest?.id) {
      void queryClient.invalidateQueries({ queryKey: ['timeline', guest.id] })
      void queryClient.invalidateQueries({ queryKey: ['conversation', guest.id] })
    }
    if (type === 'guest.no_show' && canWrite) {
      const gone = queryClient.getQueryData(lineQuery(id).queryKey)?.find((one) => one.id === guest?.id)
      const isOverdue = Date.parse(gone?.no_show_due_at ?? '') < Date.now() + CLOCK_MS
      if (gone && isOverdue) tellNoShow(gone, () => bringBack(gone))
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // While an action is under way its own end has the line read.
      if (queryClient.isMutating({ mutationKey: ['line', id] }) > 0) return
      void queryClient.invalidateQueries(lineQuery(id))
      void queryClient.invalidateQueries(queueQuery(id))
    }, TOGETHER_MS)
  })
}
