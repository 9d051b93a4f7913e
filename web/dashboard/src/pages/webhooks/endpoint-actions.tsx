import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { refreshWebhooks } from './queries.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

type Dialog = 'test' | 'replay' | 'rotate' | 'delete'

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
      <Button variant="default" onClick={() => setDialog('test')}>
        <Trans>Send a test</Trans>
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            <Trans>More</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => enable.mutate()}>{enabled ? t`Disable` : t`Enable`}</Menu.Item>
          <Menu.Item onClick={() => setDialog('replay')}>
            <Trans>Replay deliveries</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('rotate')}>
            <Trans>Rotate the secret</Trans>
          </Menu.Item>
          <Menu.Item c="var(--usher-bad-text)" onClick={() => setDialog('delete')}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TestDialog endpointId={id} isOpen={dialog === 'test'} onClose={close} />
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
