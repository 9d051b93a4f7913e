import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { queuesQuery } from '../../api/queues.ts'
import { Card } from '../../ui/card.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone } from '../../ui/notify.ts'

export function DeleteCard({ queue }: { queue: Schemas['Queue'] }) {
  return (
    <Card
      title={t`Delete the queue`}
      description={t`Its guests lose their places and its links stop working.`}
    >
      <Group>
        <DialogButton
          color="red"
          variant="outline"
          verb={t`Delete…`}
          title={t`Delete ${{ queue: queue.name }}?`}
        >
          {(close) => <DeleteForm queue={queue} onClose={close} />}
        </DialogButton>
      </Group>
    </Card>
  )
}

/** Asks for confirmation. Waiting guests are removed only if ticked, as the API requires. */
function DeleteForm({ queue, onClose }: { queue: Schemas['Queue']; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [, go] = useLocation()
  const [removesGuests, setRemovesGuests] = useState(false)
  const deletion = useMutation({
    mutationFn: () =>
      api.delete('/v1/queues/{id}', {
        params: {
          path: { id: queue.id },
          query: { remove_guests: removesGuests ? 'true' : 'false' },
        },
      }),
    onSuccess() {
      notifyDone(t`${{ queue: queue.name }} is deleted.`)
      go('/queues')
      queryClient.removeQueries({ queryKey: ['queue', queue.id] })
      return queryClient.invalidateQueries(queuesQuery)
    },
  })
  const isRefused = deletion.error instanceof UsherError && deletion.error.code === 'queue_not_empty'
  const isOccupied = queue.waiting_count > 0 || isRefused
  return (
    <Stack>
      <FormProblem text={deletion.error ? messageOf(deletion.error) : undefined} />
      <Text>{t`This cannot be undone.`}</Text>
      {isOccupied && (
        <Checkbox
          label={t`Also remove the guests who are still waiting`}
          checked={removesGuests}
          onChange={(event) => setRemovesGuests(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>{t`Keep it`}</Button>
        <Button
          color="red"
          loading={deletion.isPending}
          disabled={isOccupied && !removesGuests}
          onClick={() => deletion.mutate()}
        >
          <Trans>Delete the queue</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
