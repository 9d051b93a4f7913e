import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { timeText } from '../../ui/time.ts'
import { AttemptView } from './attempt-view.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { prettyBody } from './pretty-body.ts'
import { deliveryQuery, refreshWebhooks } from './queries.ts'

interface Props {
  /** undefined: closed. */
  readonly deliveryId: string | undefined
  readonly onClose: () => void
}

/** One delivery with all that was sent and answered. */
export function DeliveryDrawer({ deliveryId, onClose }: Props) {
  return (
    <Drawer
      opened={deliveryId !== undefined}
      onClose={onClose}
      title={t`Delivery`}
      position="right"
      size="xl"
    >
      {deliveryId !== undefined && (
        <Part>
          <DeliveryView deliveryId={deliveryId} />
        </Part>
      )}
    </Drawer>
  )
}

function DeliveryView({ deliveryId }: { deliveryId: string }) {
  const { data: delivery } = useSuspenseQuery(deliveryQuery(deliveryId))
  const { id, event, event_id, sequence, status, attempts, body, next_attempt_at, created_at } = delivery
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.post('/v1/deliveries/{id}/retry', { params: { path: { id } } }),
    onSuccess: async () => {
      notifyDone(t`Trying again now.`)
      await refreshWebhooks(queryClient)
    },
    onError: notifyError,
  })
  return (
    <Stack>
      <Facts
        of={[
          [t`Event`, event],
          [t`Status`, <DeliveryStatus key="status" status={status} />],
          [t`Event time`, timeText(created_at)],
          [t`Sequence`, String(sequence)],
          [t`Next attempt`, timeText(next_attempt_at, t({ message: 'None', context: 'next attempt' }))],
          [t`Identifiers`, `${id} ${event_id}`],
        ]}
      />
      {!delivery.test && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          <Trans>Try again now</Trans>
        </Button>
      )}
      <Title order={3} size="h2">
        <Trans>Body</Trans>
      </Title>
      {delivery.redacted_at && (
        <Text c="dimmed">
          {t`A guest's data was erased from it on ${{ time: timeText(delivery.redacted_at) }}.`}
        </Text>
      )}
      <CopyText text={prettyBody(body)} label={t`Body`} />
      {attempts.toReversed().map((attempt) => (
        <AttemptView key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  )
}
