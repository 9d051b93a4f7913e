import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDesk } from './use-desk.ts'

interface DeskDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Says where guests who are called from this browser are to go. */
export function DeskDialog({ isOpen, onClose }: DeskDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Your desk">
      <DeskForm onClose={onClose} />
    </Modal>
  )
}

function DeskForm({ onClose }: Pick<DeskDialogProps, 'onClose'>) {
  const [desk, setDesk] = useDesk()
  const form = useForm({ mode: 'uncontrolled', initialValues: { desk } })
  const save = (values: { desk: string }) => {
    setDesk(values.desk.trim())
    onClose()
  }
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <TextInput
          key={form.key('desk')}
          label="Name of your desk"
          placeholder="Counter 3"
          description="Guests you call are sent there: on the screen, on their page and in the message. Leave it empty if there is one desk."
          maxLength={40}
          data-autofocus
          {...form.getInputProps('desk')}
        />
        <Button type="submit">Save</Button>
      </Stack>
    </form>
  )
}
