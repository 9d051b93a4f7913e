import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { queuesQuery } from '../../api/queues.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyError } from '../../ui/notify.ts'
import type { Guest } from './line.ts'
import { offerUndo } from './undo.tsx'

interface Move {
  readonly id: string
  readonly queue_id: string
  /** By default it follows from the time of joining. */
  readonly position?: number
}

const transfer = async ({ id, ...body }: Move) =>
  (await api.post('/v1/guests/{id}/transfer', { params: { path: { id } }, body })).data

/** Moves a guest to another queue; it can be undone at once. */
export function TransferDialog({ guest, onClose }: { guest: Guest; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: queues = [] } = useQuery(queuesQuery)
  const others = queues.filter(({ id }) => id !== guest.queue_id)
  const [queueId, setQueueId] = useState<string | null>(null)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['line'] })
  const moving = useMutation({
    mutationFn: transfer,
    async onSuccess({ name, position, queue_id }) {
      onClose()
      await readAgain()
      const target = queues.find(({ id }) => id === queue_id)?.name ?? 'another queue'
      const back = { id: guest.id, queue_id: guest.queue_id, position: guest.position ?? 1 }
      offerUndo(
        `${name} is number ${position} in ${target}`,
        () => void transfer(back).then(readAgain, notifyError),
      )
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Transfer ${guest.name}`}>
      <Stack>
        <FormProblem text={moving.isError ? messageOf(moving.error) : undefined} />
        <Text c="dimmed">The guest waits there as of the time of joining here.</Text>
        <Select
          label="Queue"
          data-autofocus
          data={others.map(({ id, name, waiting_count }) => ({
            value: id,
            label: `${name} (${waiting_count} in line)`,
          }))}
          nothingFoundMessage="There is no other queue"
          value={queueId}
          onChange={setQueueId}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={queueId === null}
            loading={moving.isPending}
            onClick={() => queueId && moving.mutate({ id: guest.id, queue_id: queueId })}
          >
            Transfer
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
