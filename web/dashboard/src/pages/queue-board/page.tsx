import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useParams } from 'wouter'
import type { LiveEvent, LiveState } from '../../api/live.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { useLive } from '../../api/use-live.ts'
import { Later } from '../../ui/later.tsx'
import { ZoneContext } from '../../ui/shown-zone.ts'
import { Loaded } from '../../ui/states.tsx'
import { Offer } from '../../ui/undo.tsx'
import styles from './board.module.css'
import { Board } from './board.tsx'
import { BoardHeader } from './board-header.tsx'
import { boardParts, useLoadLater } from './later.ts'
import type { Guest } from './line.ts'
import { LineSync } from './line-sync.ts'
import { lineQuery, REREAD_MS } from './queries.ts'
import { useBringBack } from './use-bring-back.ts'

/** The board of a queue, as the host at the door has it. */
export function Page() {
  const { id } = useParams<{ id: string }>()
  return <QueuePage key={id} id={id} />
}

function QueuePage({ id }: { id: string }) {
  const queue = useQuery({ ...queueQuery(id), refetchInterval: REREAD_MS })
  const line = useQuery(lineQuery(id))
  const live = useLiveLine(id)
  const [isHelpOpen, help] = useDisclosure()
  useLoadLater()
  return (
    <Loaded query={queue}>
      {(shown) => (
        <ZoneContext value={shown.timezone}>
          <Stack gap="md" className={styles.page}>
            <BoardHeader queue={shown} live={live} onHelp={help.open} />
            <Loaded query={line}>
              {(guests) => <Board queue={shown} line={guests} onHelp={help.open} />}
            </Loaded>
            <Later of={boardParts} isWanted={isHelpOpen}>
              {({ ShortcutsDialog }) => <ShortcutsDialog isOpen={isHelpOpen} onClose={help.close} />}
            </Later>
          </Stack>
        </ZoneContext>
      )}
    </Loaded>
  )
}

/** For as long as the API brings guests back. */
const NO_SHOW_SHOWN_MS = 30 * 60_000

/** One at a time: more would hold up all other notices. */
const NO_SHOW = 'no-show'

/** Says that a called guest has become a no-show; those before stand in the list of who has left. */
function tellNoShow({ name }: Pick<Guest, 'name'>, bringBack: () => void): void {
  const message = t`${name} did not come in time and is a no-show`
  const run = () => {
    hideNoShow()
    bringBack()
  }
  hideNoShow()
  notifications.show({
    id: NO_SHOW,
    autoClose: NO_SHOW_SHOWN_MS,
    color: 'yellow',
    message: <Offer message={message} verb={t`Bring back`} run={run} />,
  })
}

const hideNoShow = (): void => void notifications.hide(NO_SHOW)

/** Clocks of browsers differ by this much, in ms. */
const CLOCK_MS = 30_000

/** Keeps a queue and its line up to date by its stream. Says so when a called guest has become a no-show by time. */
function useLiveLine(id: string): LiveState {
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
