import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMe, useRefreshMe } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { membersQuery } from './queries.ts'
import { RolePicker, roleName } from './roles.tsx'

/** One member. Only owners may change owners; the API protects the last one. */
export function MemberRow({ member }: { member: Schemas['Member'] }) {
  const { id, name, email, role } = member
  const me = useMe().member
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'role' | 'remove'>()
  const close = () => setDialog(undefined)
  const refresh = () => queryClient.invalidateQueries(membersQuery)
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
              <Trans context="beside the signed-in member">You</Trans>
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
      {mayChange && (
        <Group gap="sm">
          <Button variant="default" aria-label={t`Change role of ${name}`} onClick={() => setDialog('role')}>
            <Trans>Change role</Trans>
          </Button>
          <Button variant="default" aria-label={t`Remove ${name}`} onClick={() => setDialog('remove')}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      )}
      <Modal opened={dialog === 'role'} onClose={close} title={t`Role of ${name}`}>
        <RoleForm member={member} onDone={close} />
      </Modal>
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={close}
        title={t`Remove ${name}`}
        verb={t`Remove`}
        run={() => api.delete('/account/members/{id}', { params: { path: { id } } })}
        onDone={async () => {
          close()
          await refresh()
        }}
      >
        <Trans>Their sessions end at once. API keys they created keep working.</Trans>
      </ConfirmDialog>
    </Group>
  )
}

function RoleForm({ member: { id, role }, onDone }: { member: Schemas['Member']; onDone: () => void }) {
  const me = useMe().member
  const refreshMe = useRefreshMe()
  const queryClient = useQueryClient()
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { role },
    submit: (body) => api.patch('/account/members/{id}', { params: { path: { id } }, body }),
    async onSuccess() {
      onDone()
      await queryClient.invalidateQueries(membersQuery)
      if (id === me.id) await refreshMe()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <RolePicker key={fields.key('role')} {...fields.getInputProps('role')} />
        <Button type="submit" loading={isSending}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  )
}
