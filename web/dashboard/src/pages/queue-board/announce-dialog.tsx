import { plural, t } from '@lingui/core/macro'
import { Modal, Textarea } from '@mantine/core'
import { api, type Schemas } from '../../api/client.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { notifyDone } from '../../ui/notify.ts'

/** As in the contract. */
const MAX_CHARACTERS = 1_530

interface AnnounceDialogProps {
  readonly queue: Schemas['Queue']
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sends one text to everybody in the line. */
export function AnnounceDialog({ isOpen, ...props }: AnnounceDialogProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Message everybody in line`}>
      <AnnounceForm {...props} />
    </Modal>
  )
}

export function AnnounceForm({ queue, onClose }: Omit<AnnounceDialogProps, 'isOpen'>) {
  const { fields, ...form } = useApiForm({
    initialValues: { text: '' },
    validate: { text: needed(t`Write something`) },
    submit: async ({ text }) => {
      const params = { path: { id: queue.id } }
      return (await api.post('/v1/queues/{id}/announcements', { params, body: { text } })).data
    },
    onSuccess(result) {
      notifyDone(resultWords(result), { isKept: result.not_sent > 0 })
      onClose()
    },
  })
  return (
    <Form of={form} verb={t`Send to everybody in line`}>
      <Textarea
        key={fields.key('text')}
        label={t`Message`}
        description={t`Sent once to every guest in line, called guests included, by push, SMS or e-mail. What quiet hours hold for more than an hour is not sent.`}
        autosize
        minRows={3}
        maxLength={MAX_CHARACTERS}
        data-autofocus
        {...fields.getInputProps('text')}
      />
    </Form>
  )
}

function resultWords({ accepted, not_sent }: Schemas['AnnouncementResult']): string {
  const sent = plural(accepted, { 1: 'One message is on its way.', other: '# messages are on their way.' })
  if (not_sent === 0) return sent
  const notSent = plural(not_sent, {
    one: 'One guest was not messaged: no usable address, or opted out.',
    other: '# guests were not messaged: no usable address, or opted out.',
  })
  return `${sent} ${notSent}`
}
