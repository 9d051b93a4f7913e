import { t } from '@lingui/core/macro'
import { ActionIcon, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { api, type Schemas } from '../../api/client.ts'
import { queueQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { notifyError } from '../../ui/notify.ts'

/** How many places are free now, as believed, and buttons to correct it: waits follow from it. */
export function FreePlaces({ queue }: { queue: Schemas['Queue'] }) {
  const client = useQueryClient()
  const count = useMutation({
    // One after the other: each press counts from what the one before has made of it.
    scope: { id: `free-places ${queue.id}` },
    mutationFn: async (step: 1 | -1) => {
      const { queryKey } = queueQuery(queue.id)
      const now = client.getQueryData(queryKey)?.free_places ?? queue.free_places
      const body = { count: Math.min(queue.servers, Math.max(0, now + step)) }
      const params = { path: { id: queue.id } }
      const { data } = await api.post('/v1/queues/{id}/free-places', { params, body })
      client.setQueryData(queryKey, data)
    },
    onError: notifyError,
  })
  const canCount = useCan('guests:write')
  if (queue.servers < 2) return null
  const { free_places: free, servers: places } = queue
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t`Free places`}>
      {canCount && (
        <ActionIcon
          variant="default"
          aria-label={t`One fewer place free`}
          disabled={free === 0}
          onClick={() => count.mutate(-1)}
        >
          <Minus size={16} aria-hidden />
        </ActionIcon>
      )}
      <Text size="sm" c="dimmed" role="status">
        {t`${free} of ${places} free`}
      </Text>
      {canCount && (
        <ActionIcon
          variant="default"
          aria-label={t`One more place free`}
          disabled={free === places}
          onClick={() => count.mutate(1)}
        >
          <Plus size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
