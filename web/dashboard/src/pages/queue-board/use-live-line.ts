import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { LiveEvent, LiveState } from '../../api/live.ts'
import { useCan } from '../../api/session.ts'
import { useLive } from '../../api/use-live.ts'
import { LineSync } from './line-sync.ts'
import { hideNoShow, tellNoShow } from './no-show-notice.tsx'
import { lineQuery } from './queries.ts'
import { useBringBack } from './use-bring-back.ts'

/** Clocks of browsers differ by this much, in ms. */
const CLOCK_MS = 30_000

/** Keeps a queue and its line up to date by its stream. Says so when a called guest has become a no-show by time. */
export function useLiveLine(id: string): LiveState {
  const queryClient = useQueryClient()
  const sync = useMemo(() => new LineSync(queryClient, id), [queryClient, id])
  useEffect(() => () => sync.end(), [sync])
  useEffect(() => hideNoShow, [])
  const canWrite = useCan('guests:write')
  const { mutate: bringBack } = useBringBack(id)
  return useLive(`/v1/queues/${encodeURIComponent(id)}/events`, (event) => {
    const guestId = guestOf(event)
    if (guestId !== undefined) {
      void queryClient.invalidateQueries({ queryKey: ['timeline', guestId] })
      void queryClient.invalidateQueries({ queryKey: ['conversation', guestId] })
    }
    if (event.type === 'guest.no_show' && canWrite) {
      const gone = queryClient.getQueryData(lineQuery(id).queryKey)?.find((one) => one.id === guestId)
      const isOverdue = Date.parse(gone?.no_show_due_at ?? '') < Date.now() + CLOCK_MS
      if (gone && isOverdue) tellNoShow(gone, () => bringBack({ id: gone.id, status: 'no_show' }))
    }
    sync.hear(event)
  })
}

function guestOf({ type, data }: LiveEvent): string | undefined {
  return type.startsWith('guest.') ? (data as { data?: { id?: string } }).data?.id : undefined
}
