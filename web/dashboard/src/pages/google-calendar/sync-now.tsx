import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
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

const FAILURES: Readonly<Record<NonNullable<Sync['connections'][number]['reason']>, MessageDescriptor>> = {
  needs_reauth: msg`Not complete, because the calendar must be connected again`,
  paused: msg`Not complete, because the connection is paused`,
  disconnected: msg`Not complete, because the calendar was disconnected`,
  google_unavailable: msg`Not complete, because Google could not be reached`,
  internal: msg`Not complete, because Usher had an internal error`,
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

function progressOf(sync: Sync): string {
  const { status, created, updated, deleted, conflicts } = sync
  if (status === 'queued') return t`Waiting to start…`
  const counts = t`${{ added: created }} added, ${{ changed: updated }} changed, ${{ removed: deleted }} removed`
  const clashes = conflicts > 0 && plural(conflicts, { one: '# conflict', other: '# conflicts' })
  return [stateOf(sync), counts, clashes].filter(Boolean).join(' · ')
}

function stateOf({ status, connections }: Sync): string {
  if (status === 'running') return t({ message: 'Syncing', context: 'calendar' })
  if (status !== 'failed') return t({ message: 'In sync', context: 'calendar' })
  const reason = connections.find((one) => one.reason)?.reason
  return reason ? i18n._(FAILURES[reason]) : t({ message: 'Not complete', context: 'sync of a calendar' })
}
