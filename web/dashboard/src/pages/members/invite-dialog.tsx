import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { invitationsQuery } from './queries.ts'
import { type Role, RolePicker } from './roles.tsx'

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Invite a member`}>
      <InviteForm onDone={onClose} />
    </Modal>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { email: '', role: 'host' as Role },
    validate: { email: needed(t`Enter an e-mail address`) },
    submit: (body) => api.post('/account/invitations', { body }),
    async onSuccess(_, { email }) {
      onDone()
      notifyDone(t`Invitation sent to ${email}.`)
      await queryClient.invalidateQueries(invitationsQuery)
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('email')}
          label={t`E-mail address`}
          type="email"
          data-autofocus
          {...fields.getInputProps('email')}
        />
        <RolePicker key={fields.key('role')} {...fields.getInputProps('role')} />
        <Button type="submit" loading={isSending}>
          <Trans>Send invitation</Trans>
        </Button>
      </Stack>
    </form>
  )
}
