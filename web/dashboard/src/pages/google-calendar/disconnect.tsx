import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { type Connection, connectionsQuery } from './queries.ts'

/** Ends a connection, after asking. */
export function Disconnect({ connection: { id, account_email } }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const disconnect = useMutation({
    mutationFn: () => api.delete('/api/google-calendar/connections/{id}', { params: { path: { id } } }),
    onSuccess: () => notifyDone(t`Calendar disconnected`),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(connectionsQuery),
  })
  if (!isAsking)
    return (
      <Button variant="outline" color="red" onClick={() => setAsking(true)}>
        <Trans>Disconnect</Trans>
      </Button>
    )
  return (
    <Stack gap="xs" role="group" aria-label={t`Disconnect ${account_email}`}>
      <Text>
        <Trans>Its events no longer block time, and Usher's access to Google is revoked.</Trans>
      </Text>
      <Group>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          <Trans>Keep it</Trans>
        </Button>
        <Button color="red" loading={disconnect.isPending} onClick={() => disconnect.mutate()}>
          <Trans>Disconnect now</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
