import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Progress, Radio, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Part } from '../../ui/part.tsx'
import { instantOfField } from '../../ui/zone-time.ts'

const POLL_MS = 1_000

const STOPPED: Readonly<Record<string, MessageDescriptor>> = {
  receiver_failing: msg`Stopped: the receiver keeps failing.`,
  endpoint_disabled: msg`Stopped: the endpoint is disabled.`,
  endpoint_deleted: msg`Stopped: the endpoint is deleted.`,
}

interface Props {
  readonly endpointId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Replays missed deliveries since a time and shows the progress. */
export function ReplayDialog({ endpointId, isOpen, onClose }: Props) {
  const [replayId, setReplayId] = useState<string>()
  const close = () => {
    setReplayId(undefined)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={t`Replay deliveries`}>
      {replayId === undefined ? (
        <ReplayForm endpointId={endpointId} onBegun={setReplayId} />
      ) : (
        <Part>
          <ReplayProgress endpointId={endpointId} replayId={replayId} />
        </Part>
      )}
    </Modal>
  )
}

function ReplayForm({ endpointId, onBegun }: { endpointId: string; onBegun: (id: string) => void }) {
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: { since: '', status: 'failed' as 'failed' | 'all' },
    validate: { since: needed(t`Enter a start time`) },
    submit: async ({ since, status }) => {
      const body = { since: instantOfField(since) ?? '', status, event: null }
      return (
        await api.post('/v1/webhook-endpoints/{id}/replay', { params: { path: { id: endpointId } }, body })
      ).data
    },
    onSuccess: ({ id }) => onBegun(id),
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <DateTimeField
          key={fields.key('since')}
          label={t`Events since`}
          data-autofocus
          {...fields.getInputProps('since')}
        />
        <Radio.Group key={fields.key('status')} label={t`Deliveries`} {...fields.getInputProps('status')}>
          <Stack gap="xs" pt={4}>
            <Radio value="failed" label={t`Failed only`} />
            <Radio value="all" label={t`All, including delivered`} />
          </Stack>
        </Radio.Group>
        <Button type="submit" loading={isSending}>
          <Trans>Replay</Trans>
        </Button>
      </Stack>
    </form>
  )
}

function ReplayProgress({ endpointId, replayId }: { endpointId: string; replayId: string }) {
  const path = { id: endpointId, replay_id: replayId }
  const { data: replay } = useSuspenseQuery({
    queryKey: ['webhook-replays', replayId],
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : POLL_MS),
    queryFn: async () =>
      (await api.get('/v1/webhook-endpoints/{id}/replays/{replay_id}', { params: { path } })).data,
  })
  return <ProgressView replay={replay} />
}

function ProgressView({ replay }: { replay: Schemas['WebhookReplay'] }) {
  const { status, total, delivered, failed, stopped_reason } = replay
  const done = delivered + failed
  const stopped = stopped_reason && STOPPED[stopped_reason]
  return (
    <Stack role="status">
      <Text>
        {status === 'running'
          ? t`In progress: ${done} of ${total} attempted, ${delivered} delivered, ${failed} failed.`
          : t`Ended: ${done} of ${total} attempted, ${delivered} delivered, ${failed} failed.`}
      </Text>
      <Progress value={total === 0 ? 100 : (done / total) * 100} aria-label={t`Replayed`} />
      {stopped && <Text c="var(--usher-bad-text)">{i18n._(stopped)}</Text>}
    </Stack>
  )
}
