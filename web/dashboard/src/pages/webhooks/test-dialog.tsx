import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { AttemptView } from './attempt-view.tsx'
import { eventTypesQuery, refreshWebhooks } from './queries.ts'

type EventType = Schemas['WebhookTest']['event_type']

interface Props {
  readonly endpointId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Sends an example event and shows the result. */
export function TestDialog({ endpointId, isOpen, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Send a test`} size="lg">
      <TestForm endpointId={endpointId} />
    </Modal>
  )
}

function TestForm({ endpointId }: { endpointId: string }) {
  const types = useQuery(eventTypesQuery)
  const queryClient = useQueryClient()
  const [type, setType] = useState<EventType>('guest.added')
  const test = useMutation({
    mutationFn: async () => {
      const params = { path: { id: endpointId } }
      return (await api.post('/v1/webhook-endpoints/{id}/test', { params, body: { event_type: type } })).data
    },
    onSuccess: () => refreshWebhooks(queryClient),
  })
  const attempt = test.data?.attempts.at(-1)
  return (
    <Stack>
      <Text c="dimmed">
        <Trans>Sends one example event now, even to a disabled endpoint.</Trans>
      </Text>
      <FormProblem text={test.isError ? messageOf(test.error) : undefined} />
      <Select
        label={t`Event`}
        data={types.data?.map((one) => one.type) ?? [type]}
        value={type}
        onChange={(chosen) => chosen && setType(chosen as EventType)}
        allowDeselect={false}
        searchable
      />
      <Button onClick={() => test.mutate()} loading={test.isPending}>
        <Trans>Send test event</Trans>
      </Button>
      {attempt && <AttemptView attempt={attempt} />}
    </Stack>
  )
}
