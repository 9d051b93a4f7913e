import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const SHOWN_MS = 10_000

let shown: string | undefined

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
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="var(--usher-strong)">
          {message}
        </Text>
        {undo && (
          <Button variant="default" flex="none" onClick={takeBack}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}
