import { t } from '@lingui/core/macro'
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { queuesQuery } from '../../api/queues.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { offerUndo } from '../../ui/undo.tsx'
import type { Guest } from './line.ts'

interface Move {
  readonly id: string
  readonly queue_id: string
  /** By default it follows from the time of joining. */
  readonly position?: number
}

const transfer = async ({ id, ...body }: Move) =>
  (await api.post('/v1/guests/{id}/transfer', { params: { path: { id } }, body })).data

/** A transfer drops what the other queue does not have, and a guest waits anew there. */
const canComeBackWhole = ({ status, priority, fields }: Guest): boolean =>
  status === 'waiting' && priority === null && Object.keys(fields).length === 0

/** Moves a guest to another queue; undone at once where nothing is lost by it. */
export function TransferDialog({ guest, onClose }: { guest: Guest; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: queues = [], isPending, error } = useQuery(queuesQuery)
  const others = queues.filter(({ id }) => id !== guest.queue_id)
  const [queueId, setQueueId] = useState<string | null>(null)
  const target = queues.find(({ id }) => id === queueId)?.name ?? t`Other queues`
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['line'] })
  const moving = useMutation({
    mutationFn: transfer,
    async onSuccess({ name, position }) {
      onClose()
      await readAgain()
      const done = t`${name} is number ${{ position: position ?? '–' }} in ${{ queue: target }}`
      if (!canComeBackWhole(guest)) return notifyDone(done)
      const back = { id: guest.id, queue_id: guest.queue_id, position: guest.position ?? 1 }
      offerUndo(done, () => void transfer(back).then(readAgain, notifyError))
    },
  })
  const problem = moving.error ?? error
  return (
    <Modal opened onClose={onClose} title={t`Transfer ${{ name: guest.name }}`}>
      <Stack>
        <FormProblem
          text={problem === null ? undefined : t`${{ queue: target }}: ${{ problem: messageOf(problem) }}`}
        />
        <Text c="dimmed">{t`Guests keep their place by the time they joined.`}</Text>
        <Select
          label={t`Queue`}
          data-autofocus
          data={others.map(({ id, name, waiting_count }) => ({
            value: id,
            label: t`${name} (${{ count: waiting_count }} in line)`,
          }))}
          nothingFoundMessage={isPending ? t`Loading` : t`No other queues`}
          value={queueId}
          onChange={setQueueId}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            disabled={queueId === null}
            loading={moving.isPending}
            onClick={() => queueId && moving.mutate({ id: guest.id, queue_id: queueId })}
          >
            {t({ message: 'Transfer', context: 'transfer a guest' })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
