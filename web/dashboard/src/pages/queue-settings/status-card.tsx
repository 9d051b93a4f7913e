import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { keepQueue } from '../../api/queues.ts'
import { textOrNull } from '../../forms/numbers.ts'
import { useSave } from '../../forms/use-save.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

/** Whether guests can join now; pausing can give a reason. */
export function StatusCard({ queue }: { queue: Schemas['Queue'] }) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const isPaused = queue.status === 'paused'
  const path = { params: { path: { id: queue.id } } }
  const { isSaving, problem, onSubmit } = useSave({
    save: () =>
      isPaused
        ? api.post('/v1/queues/{id}/resume', path)
        : api.post('/v1/queues/{id}/pause', { ...path, body: { reason: textOrNull(reason) } }),
    onSaved({ data }) {
      setReason('')
      keepQueue(queryClient, data)
    },
    done: isPaused ? t`Guests can join again.` : t`The queue is paused.`,
  })
  return (
    <Card
      title={isPaused ? t`The queue is paused` : t`The queue is open`}
      description={
        isPaused
          ? (queue.pause_reason ?? t`No reason is given to guests.`)
          : t`While paused, nobody can join and nobody loses their place.`
      }
      action={
        isPaused && (
          <Badge bg="var(--usher-warn-soft)" c="var(--usher-warn-text)">
            <Trans context="the queue is paused">Paused</Trans>
          </Badge>
        )
      }
    >
      <form onSubmit={onSubmit}>
        <FormProblem text={problem} />
        <Group align="flex-end" gap="sm">
          {!isPaused && (
            <TextInput
              label={t`Reason`}
              description={t`Optional. Shown to guests.`}
              value={reason}
              maxLength={200}
              onChange={(event) => setReason(event.currentTarget.value)}
              flex="1 1 16rem"
            />
          )}
          <Button type="submit" variant={isPaused ? 'filled' : 'default'} loading={isSaving}>
            {isPaused ? t`Resume the queue` : t`Pause the queue`}
          </Button>
        </Group>
      </form>
    </Card>
  )
}
