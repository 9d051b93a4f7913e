import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Modal, Progress, Radio, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { messageOf } from '../../api/problem.ts'
import { DateTimeField } from '../../forms/dates/date-time-field.tsx'
import { Form } from '../../forms/form.tsx'
import { needed } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { Part } from '../../ui/part.tsx'
import { instantOfField } from '../../ui/zone-time.ts'
import { AttemptView } from './attempt-view.tsx'
import { eventTypesQuery, refreshWebhooks } from './queries.ts'
import { WebhookSecret } from './webhook-secret.tsx'

type Dialog = 'replay' | 'rotate' | 'delete'

/** The actions on an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: Schemas['WebhookEndpoint'] }) {
  const { id, enabled } = endpoint
  const path = { path: { id } }
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<Dialog>()
  const [secret, setSecret] = useState<string>()
  const close = () => setDialog(undefined)
  const refresh = () => refreshWebhooks(queryClient)
  const enable = useMutation({
    mutationFn: () => api.patch('/v1/webhook-endpoints/{id}', { params: path, body: { enabled: !enabled } }),
    onSuccess: async () => {
      notifyDone(enabled ? t`Endpoint disabled.` : t`Endpoint enabled.`)
      await refresh()
    },
    onError: notifyError,
  })
  return (
    <>
      <DialogButton verb={t`Send a test`} title={t`Send a test`} size="lg">
        {() => <TestForm endpointId={id} />}
      </DialogButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>{t`More`}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => enable.mutate()}>{enabled ? t`Disable` : t`Enable`}</Menu.Item>
          <Menu.Item onClick={() => setDialog('replay')}>{t`Replay deliveries`}</Menu.Item>
          <Menu.Item onClick={() => setDialog('rotate')}>{t`Rotate the secret`}</Menu.Item>
          <Menu.Item c="var(--usher-bad-text)" onClick={() => setDialog('delete')}>{t`Delete`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ReplayDialog endpointId={id} isOpen={dialog === 'replay'} onClose={close} />
      <ConfirmDialog
        isOpen={dialog === 'rotate'}
        onClose={close}
        title={t`Rotate the secret`}
        verb={t`Rotate`}
        isDangerous={false}
        run={async () => (await api.post('/v1/webhook-endpoints/{id}/rotate-secret', { params: path })).data}
        onDone={async (answer) => {
          close()
          setSecret(answer.secret)
          await refresh()
        }}
      >
        <Trans>
          The endpoint gets a new secret. For 24 hours, deliveries are signed with the old one too.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={close}
        title={t`Delete the endpoint`}
        verb={t`Delete`}
        run={() => api.delete('/v1/webhook-endpoints/{id}', { params: path })}
        onDone={async () => {
          navigate('/settings/webhooks')
          await refresh()
        }}
      >
        <Trans>Pending deliveries are not attempted any more. This cannot be undone.</Trans>
      </ConfirmDialog>
      <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

type EventType = Schemas['WebhookTest']['event_type']

/** Sends an example event and shows the result. */
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
      <Text c="dimmed">{t`Sends one example event now, even to a disabled endpoint.`}</Text>
      <FormProblem text={test.isError ? messageOf(test.error) : undefined} />
      <Select
        label={t`Event`}
        data={types.data?.map((one) => one.type) ?? [type]}
        value={type}
        onChange={(chosen) => chosen && setType(chosen as EventType)}
        allowDeselect={false}
        searchable
      />
      <Button onClick={() => test.mutate()} loading={test.isPending}>{t`Send test event`}</Button>
      {attempt && <AttemptView attempt={attempt} />}
    </Stack>
  )
}

const POLL_MS = 1_000

const STOPPED: Readonly<Record<string, MessageDescriptor>> = {
  receiver_failing: msg`Stopped: the receiver keeps failing.`,
  endpoint_disabled: msg`Stopped: the endpoint is disabled.`,
  endpoint_deleted: msg`Stopped: the endpoint is deleted.`,
}

interface ReplayProps {
  readonly endpointId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Replays missed deliveries since a time and shows the progress. */
function ReplayDialog({ endpointId, isOpen, onClose }: ReplayProps) {
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
  const { field, ...form } = useApiForm({
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
    <Form of={form} verb={t`Replay`}>
      <DateTimeField label={t`Events since`} data-autofocus {...field('since')} />
      <Radio.Group label={t`Deliveries`} {...field('status')}>
        <Stack gap="xs" pt={4}>
          <Radio value="failed" label={t`Failed only`} />
          <Radio value="all" label={t`All, including delivered`} />
        </Stack>
      </Radio.Group>
    </Form>
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
