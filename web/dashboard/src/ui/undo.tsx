import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const SHOWN_MS = 10_000

let shown: string | undefined

/** Says that something is done, and for a while offers to take it back, where that can be. */
export function offerUndo(message: string, undo: (() => void) | undefined, shownMs = SHOWN_MS): void {
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
    autoClose: shownMs,
    color: 'teal',
    message: <Offer message={message} verb={t`Undo`} run={undo && takeBack} />,
  })
}

interface OfferProps {
  readonly message: string
  readonly verb: string
  readonly run: (() => void) | undefined
}

/** The text of a notice, and a button for what can be done about it. */
export function Offer({ message, verb, run }: OfferProps) {
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
