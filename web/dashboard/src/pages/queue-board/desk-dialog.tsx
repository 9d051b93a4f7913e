import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDesk } from './use-desk.ts'

/** The API refuses control characters and marks of direction, which come along when text is pasted. */
const INVISIBLE = /\p{C}/u

interface DeskDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sets the desk that this browser calls guests to. */
export function DeskDialog({ isOpen, onClose }: DeskDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Your desk`}>
      <DeskForm onClose={onClose} />
    </Modal>
  )
}

function DeskForm({ onClose }: Pick<DeskDialogProps, 'onClose'>) {
  const [desk, setDesk] = useDesk()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { desk },
    validate: { desk: (given) => (INVISIBLE.test(given) ? t`Remove invisible characters` : null) },
  })
  const save = (values: { desk: string }) => {
    setDesk(values.desk.trim())
    onClose()
  }
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <TextInput
          key={form.key('desk')}
          label={t`Desk`}
          placeholder={t`Counter 3 or Room 12`}
          description={t`Shown to guests you call, on the screen, on their page and in their message. Applies to every queue in this browser. Leave empty if there is only one place to go.`}
          maxLength={40}
          data-autofocus
          {...form.getInputProps('desk')}
        />
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  )
}
