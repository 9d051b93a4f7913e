import { t } from '@lingui/core/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../api/problem.ts'
import { FormProblem } from './form-problem.tsx'

interface Props<Answer> {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** The consequence. */
  readonly children: ReactNode
  /** Label of the confirming button. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly run: () => Promise<Answer>
  readonly onDone: (answer: Answer) => void | Promise<void>
}

/** Asks for confirmation before an irreversible action, and shows the API's error if it fails. */
export function ConfirmDialog<Answer>(props: Props<Answer>) {
  const { isOpen, onClose, title, children, verb, isDangerous = true, run, onDone } = props
  const running = useMutation({ mutationFn: run, onSuccess: onDone })
  const close = () => {
    running.reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Stack>
        <FormProblem text={running.isError ? messageOf(running.error) : undefined} />
        <Text component="div">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>{t`Cancel`}</Button>
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={running.isPending}
            onClick={() => running.mutate()}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
