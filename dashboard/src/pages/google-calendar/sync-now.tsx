import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useLive } from '../../api/use-live.ts'
import { notifyError } from '../../ui/notify.ts'
import { type Connection, connectionsQuery } from './queries.ts'

type Sync = Schemas['CalendarSync']

const REASONS: Readonly<Record<NonNullable<Sync['connections'][number]['reason']>, string>> = {
  needs_reauth: 'the calendar must be connected again',
  paused: 'the connection is paused',
  disconnected: 'it was disconnected',
  google_unavailable: 'Google could not be reached',
  internal: 'Usher had an internal error',
}

/** Syncs both ways now and shows the progress. */
export function SyncNow({ connection: { id } }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const [sync, setSync] = useState<Sync>()
  const isOver = sync?.status === 'completed' || sync?.status === 'failed'
  useLive(sync && !isOver ? `/api/google-calendar/syncs/${sync.id}/stream` : undefined, ({ type, data }) => {
    if (type !== 'sync') return
    const now = data as Sync
    setSync(now)
    if (now.completed_at) void queryClient.invalidateQueries(connectionsQuery)
  })
  const start = useMutation({
    mutationFn: async () =>
      (await api.post('/api/google-calendar/sync', { body: { connection_id: id } })).data,
    onSuccess: setSync,
    onError: notifyError,
  })
  return (
    <Stack gap={4}>
      <Button
        leftSection={<RefreshCw size={18} aria-hidden />}
        loading={start.isPending || (sync !== undefined && !isOver)}
        onClick={() => start.mutate()}
      >
        <Trans>Sync now</Trans>
      </Button>
      <Text size="sm" role="status">
        {sync && progressOf(sync)}
      </Text>
    </Stack>
  )
}

function progressOf({ status, created, updated, deleted, conflicts, connections }: Sync): string {
  const done = `${created} added, ${updated} changed, ${deleted} removed`
  const clashes = conflicts > 0 ? `, ${conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`}` : ''
  const reason = connections.find((one) => one.reason)?.reason
  if (status === 'queued') return 'Waiting to start…'
  if (status === 'running') return `Syncing: ${done}${clashes}`
  if (status === 'failed')
    return `Not complete${reason ? `, because ${REASONS[reason]}` : ''}: ${done}${clashes}`
  return `In sync: ${done}${clashes}`
}
