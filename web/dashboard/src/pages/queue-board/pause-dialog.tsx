import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'

interface PauseDialogProps {
  readonly queue: Schemas['Queue']
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks why, for guests to read. */
export function PauseDialog({ isOpen, ...props }: PauseDialogProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={t`Pause the queue`}>
      <PauseForm {...props} />
    </Modal>
  )
}

function PauseForm({ queue, onClose }: Omit<PauseDialogProps, 'isOpen'>) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { reason: '' },
    submit: async ({ reason }) => {
      const body = { reason: reason.trim() || null }
      return (await api.post('/v1/queues/{id}/pause', { params: { path: { id: queue.id } }, body })).data
    },
    onSuccess(paused) {
      queryClient.setQueryData(queueQuery(queue.id).queryKey, paused)
      onClose()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('reason')}
          label={t`Reason`}
          description={t`Optional. Guests read it.`}
          maxLength={200}
          data-autofocus
          {...fields.getInputProps('reason')}
        />
        <Button type="submit" loading={isSending}>
          <Trans>Pause the queue</Trans>
        </Button>
      </Stack>
    </form>
  )
}
