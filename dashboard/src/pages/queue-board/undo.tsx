import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Guest } from './line.ts'

const SHOWN_MS = 10_000

let shown: string | undefined

/** For as long as the API brings guests back. */
const NO_SHOW_SHOWN_MS = 30 * 60_000

/** One at a time: more would hold up all other notices. */
const NO_SHOW = 'no-show'

/** Says that a called guest has become a no-show; those before stand in the list of who has left. */
export function tellNoShow({ name }: Pick<Guest, 'name'>, bringBack: () => void): void {
  const message = `${name} did not come in time and is a no-show`
  const run = () => {
    hideNoShow()
    bringBack()
  }
  hideNoShow()
  notifications.show({
    id: NO_SHOW,
    autoClose: NO_SHOW_SHOWN_MS,
    color: 'yellow',
    message: <Offer {...{ message, verb: 'Bring back', run }} />,
  })
}

export const hideNoShow = (): void => void notifications.hide(NO_SHOW)

/** Says that something is done, and for a while offers to take it back, where that can be. */
export function offerUndo(message: string, undo: (() => void) | undefined): void {
  const id = crypto.randomUUID()
  const takeBack = () => {
    notifications.hide(id)
    undo?.()
  }
  // What was done last is what is taken back; a pile of these would hide the line.
  if (shown) notifications.hide(shown)
  shown = id
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    color: 'teal',
    message: <Offer {...{ message, verb: 'Undo', run: undo && takeBack }} />,
  })
}

interface OfferProps {
  readonly message: string
  readonly verb: string
  readonly run: (() => void) | undefined
}

function Offer({ message, verb, run }: OfferProps) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="var(--usher-strong)">
        {message}
      </Text>
      {run && (
        <Button variant="default" flex="none" onClick={run}>
          {verb}
        </Button>
      )}
    </Group>
  )
}
