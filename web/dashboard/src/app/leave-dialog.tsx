import { t } from '@lingui/core/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'

interface Props {
  readonly isOpen: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks whether to leave a page with unsaved changes. */
export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  return (
    <Modal opened={isOpen} onClose={onStay} title={t`Leave without saving?`}>
      <Stack>
        <Text>{t`Your changes on this page are not saved. They are lost if you leave.`}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStay} data-autofocus>{t`Stay`}</Button>
          <Button color="red" onClick={onLeave}>{t`Leave`}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
