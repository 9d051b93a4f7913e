import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { invitationsQuery } from './queries.ts'
import { roleName } from './roles.tsx'

/** Invitations that nobody has accepted yet. */
export function InvitationsCard() {
  return (
    <Card title={t`Pending invitations`}>
      <Part>
        <Invitations />
      </Part>
    </Card>
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

function Invitations() {
  const { data: all } = useSuspenseQuery(invitationsQuery)
  return all.length === 0 ? (
    <Text c="dimmed">
      <Trans>No pending invitations.</Trans>
    </Text>
  ) : (
    <Stack gap="md">
      {all.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  )
}
