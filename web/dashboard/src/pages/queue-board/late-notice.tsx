import { plural, t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Guest } from './line.ts'

/** A call of a guest or of the next one, or another change. */
export type LateKind = 'call' | 'next' | 'change'

type Named = Pick<Guest, 'name'>

function questionOf(kind: LateKind, minutes: number, { name }: Named): string {
  if (kind === 'call')
    return plural(minutes, {
      one: `You called ${name} # minute ago, while offline. Call now?`,
      other: `You called ${name} # minutes ago, while offline. Call now?`,
    })
  // By now another guest may be next.
  if (kind === 'next')
    return plural(minutes, {
      one: `You called the next guest # minute ago, while offline. Call the next one now?`,
      other: `You called the next guest # minutes ago, while offline. Call the next one now?`,
    })
  return plural(minutes, {
    one: `Your change to ${name} # minute ago was not sent, as you were offline. Send it now?`,
    other: `Your change to ${name} # minutes ago was not sent, as you were offline. Send it now?`,
  })
}

/** Asks whether an action that could not be sent for minutes is still wanted. Closing the notice means no. */
export function askIfWanted(kind: LateKind, minutes: number, guest: Named): Promise<boolean> {
  const id = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isWanted: boolean) => () => {
    resolve(isWanted)
    notifications.hide(id)
  }
  const message = (
    <Stack gap="xs">
      <Text size="sm" c="var(--usher-strong)">
        {questionOf(kind, minutes, guest)}
      </Text>
      <Group gap="xs">
        <Button onClick={answer(true)}>{kind === 'change' ? t`Send now` : t`Call now`}</Button>
        <Button variant="default" onClick={answer(false)}>{t`Discard`}</Button>
      </Group>
    </Stack>
  )
  notifications.show({ id, color: 'yellow', autoClose: false, onClose: () => resolve(false), message })
  return promise
}
