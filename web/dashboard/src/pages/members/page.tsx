import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe, useRefreshMe } from '../../api/session.ts'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ConfirmButton, DialogButton } from '../../ui/dialog-button.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { timeText } from '../../ui/time.ts'
import { invitationsQuery, membersQuery } from './queries.ts'
import { type Role, RolePicker, roleName } from './roles.tsx'

/** Who works with Usher in the organisation, and who is invited. */
export function Page() {
  return (
    <Stack gap="lg" maw={900}>
      <PageHeader
        title={t`Members`}
        description={t`People in your organisation who use Usher.`}
        actions={
          <DialogButton
            variant="filled"
            leftSection={<UserPlus size={18} aria-hidden />}
            verb={t`Invite a member`}
            title={t`Invite a member`}
          >
            {(close) => <InviteForm onDone={close} />}
          </DialogButton>
        }
      />
      <Part>
        <Card title={t`People`}>
          <People />
        </Card>
        <Card title={t`Pending invitations`}>
          <Invitations />
        </Card>
      </Part>
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

function InviteForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const [link, setLink] = useState<string>()
  const { field, ...form } = useApiForm({
    initialValues: { email: '', role: 'host' as Role },
    validate: { email: needed(t`Enter an e-mail address`) },
    submit: async (body) => (await api.post('/account/invitations', { body })).data,
    async onSuccess({ token }, { email }) {
      if (token) setLink(new URL(`/accept-invitation?token=${token}`, window.location.origin).href)
      else {
        onDone()
        notifyDone(t`Invitation sent to ${email}.`)
      }
      await queryClient.invalidateQueries(invitationsQuery)
    },
  })
  if (link) {
    return (
      <Stack>
        <Text>{t`This installation sends no mail. Pass on this link yourself: it works once, within a week.`}</Text>
        <CopyText text={link} label={t`Link of the invitation`} />
      </Stack>
    )
  }
  return (
    <Form of={form} verb={t`Send invitation`}>
      <TextInput label={t`E-mail address`} type="email" data-autofocus {...field('email')} />
      <RolePicker {...field('role')} />
    </Form>
  )
}

function InvitationRow({ invitation }: { invitation: Schemas['Invitation'] }) {
  const { id, email, role, expires_at } = invitation
  const queryClient = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => api.delete('/account/invitations/{id}', { params: { path: { id } } }),
    onSuccess: () => queryClient.invalidateQueries(invitationsQuery),
    onError: notifyError,
  })
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
        <Text size="sm" c="dimmed">
          {t`${{ role: roleName(role) }} · until ${{ time: timeText(expires_at) }}`}
        </Text>
      </div>
      <Button
        variant="default"
        loading={withdraw.isPending}
        aria-label={t`Withdraw the invitation to ${email}`}
        onClick={() => withdraw.mutate()}
      >
        <Trans>Withdraw</Trans>
      </Button>
    </Group>
  )
}

/** Invitations that nobody has accepted yet. */
function Invitations() {
  const { data: all } = useSuspenseQuery(invitationsQuery)
  return all.length === 0 ? (
    <Text c="dimmed">{t`No pending invitations.`}</Text>
  ) : (
    <Stack gap="md">
      {all.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  )
}

/** One member. Only owners may change owners; the API protects the last one. */
function MemberRow({ member }: { member: Schemas['Member'] }) {
  const { id, name, email, role } = member
  const me = useMe().member
  const queryClient = useQueryClient()
  const mayChange = me.role === 'owner' || role !== 'owner'
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <StatusBadge tone={role === 'owner' ? 'good' : 'plain'}>{roleName(role)}</StatusBadge>
          {id === me.id && (
            <Text size="sm" c="dimmed">
              {t({ message: 'You', context: 'beside the signed-in member' })}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
      {mayChange && (
        <Group gap="sm">
          <DialogButton verb={t`Change role`} label={t`Change role of ${name}`} title={t`Role of ${name}`}>
            {(close) => <RoleForm member={member} onDone={close} />}
          </DialogButton>
          <ConfirmButton
            verb={t`Remove`}
            label={t`Remove ${name}`}
            run={() => api.delete('/account/members/{id}', { params: { path: { id } } })}
            onDone={() => queryClient.invalidateQueries(membersQuery)}
          >
            <Trans>Their sessions end at once. API keys they created keep working.</Trans>
          </ConfirmButton>
        </Group>
      )}
    </Group>
  )
}

function RoleForm({ member: { id, role }, onDone }: { member: Schemas['Member']; onDone: () => void }) {
  const me = useMe().member
  const refreshMe = useRefreshMe()
  const queryClient = useQueryClient()
  const { field, ...form } = useApiForm({
    initialValues: { role },
    submit: (body) => api.patch('/account/members/{id}', { params: { path: { id } }, body }),
    async onSuccess() {
      onDone()
      await queryClient.invalidateQueries(membersQuery)
      if (id === me.id) await refreshMe()
    },
  })
  return (
    <Form of={form} verb={t`Save`}>
      <RolePicker {...field('role')} />
    </Form>
  )
}
