import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { queueQuery } from '../../api/queues.ts'
import { Later } from '../../ui/later.tsx'
import { ZoneContext } from '../../ui/shown-zone.ts'
import { Loaded } from '../../ui/states.tsx'
import { Board } from './board.tsx'
import { BoardHeader } from './board-header.tsx'
import { boardParts, useLoadLater } from './later.ts'
import { lineQuery, REREAD_MS } from './queries.ts'
import { useLiveLine } from './use-live-line.ts'

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
          <Stack gap="md">
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
