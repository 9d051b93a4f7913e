import { plural, t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Guest } from './line.ts'

export interface LateAction {
  readonly question: string
  /** Label of the button that sends it. */
  readonly verb: string
}

type Named = Pick<Guest, 'name'>

export const lateCall = (minutes: number, { name }: Named): LateAction => ({
  question: plural(minutes, {
    one: `You called ${name} # minute ago, while offline. Call now?`,
    other: `You called ${name} # minutes ago, while offline. Call now?`,
  }),
  verb: t`Call now`,
})

/** By now another guest may be next. */
export const lateCallNext = (minutes: number): LateAction => ({
  question: plural(minutes, {
    one: `You called the next guest # minute ago, while offline. Call the next one now?`,
    other: `You called the next guest # minutes ago, while offline. Call the next one now?`,
  }),
  verb: t`Call now`,
})

export const lateChange = (minutes: number, { name }: Named): LateAction => ({
  question: plural(minutes, {
    one: `Your change to ${name} # minute ago was not sent, as you were offline. Send it now?`,
    other: `Your change to ${name} # minutes ago was not sent, as you were offline. Send it now?`,
  }),
  verb: t`Send now`,
})

/** Asks whether an action that could not be sent for minutes is still wanted. Closing the notice means no. */
export function askIfWanted({ question, verb }: LateAction): Promise<boolean> {
  const id = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isWanted: boolean) => () => {
    resolve(isWanted)
    notifications.hide(id)
  }
  const message = (
    <Stack gap="xs">
      <Text size="sm" c="var(--usher-strong)">
        {question}
      </Text>
      <Group gap="xs">
        <Button onClick={answer(true)}>{verb}</Button>
        <Button variant="default" onClick={answer(false)}>{t`Discard`}</Button>
      </Group>
    </Stack>
  )
  notifications.show({ id, color: 'yellow', autoClose: false, onClose: () => resolve(false), message })
  return promise
}
