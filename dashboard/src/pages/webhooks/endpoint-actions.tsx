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
      notifyDone(enabled ? 'Endpoint disabled.' : 'Endpoint enabled.')
      await refresh()
    },
    onError: notifyError,
  })
  return (
    <>
      <Button variant="default" onClick={() => setDialog('test')}>
        Send a test
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => enable.mutate()}>{enabled ? 'Disable' : 'Enable'}</Menu.Item>
          <Menu.Item onClick={() => setDialog('replay')}>Replay deliveries</Menu.Item>
          <Menu.Item onClick={() => setDialog('rotate')}>Rotate the secret</Menu.Item>
          <Menu.Item c="var(--usher-bad-text)" onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TestDialog endpointId={id} isOpen={dialog === 'test'} onClose={close} />
      <ReplayDialog endpointId={id} isOpen={dialog === 'replay'} onClose={close} />
      <ConfirmDialog
        isOpen={dialog === 'rotate'}
        onClose={close}
        title="Rotate the secret"
        verb="Rotate"
        isDangerous={false}
        run={async () => (await api.post('/v1/webhook-endpoints/{id}/rotate-secret', { params: path })).data}
        onDone={async (answer) => {
          close()
          setSecret(answer.secret)
          await refresh()
        }}
      >
        The endpoint gets a new secret. For 24 hours, deliveries are signed with the old one too.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={close}
        title="Delete the endpoint"
        verb="Delete"
        run={() => api.delete('/v1/webhook-endpoints/{id}', { params: path })}
        onDone={async () => {
          navigate('/settings/webhooks')
          await refresh()
        }}
      >
        Pending deliveries are not attempted any more. This cannot be undone.
      </ConfirmDialog>
      <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}
