import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MemberRow } from './member-row.tsx'
import { invitationsQuery, membersQuery } from './queries.ts'
import { type Role, RolePicker } from './roles.tsx'

/** Who works with Usher in the organisation, and who is invited. */
export function Page() {
  const [isInviting, setInviting] = useState(false)
  return (
    <Stack gap="lg" maw={900}>
      <PageHeader
        title={t`Members`}
        description={t`People in your organisation who use Usher.`}
        actions={
          <Button leftSection={<UserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            <Trans>Invite a member</Trans>
          </Button>
        }
      />
      <Card title={t`People`}>
        <Part>
          <People />
        </Part>
      </Card>
      <InvitationsCard />
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Stack>
  )
}

function People() {
  const { data: all } = useSuspenseQuery(membersQuery)
  return (
    <Stack gap="md">
      {all.map((member) => (
        <MemberRow key={member.id} member={member} />
      ))}
    </Stack>
  )
}

function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
