import { t } from '@lingui/core/macro'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Schemas } from '../../api/client.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { refreshWebhooks } from './queries.ts'
import { WebhookSecret } from './webhook-secret.tsx'

/** Registers an endpoint, shows its secret and opens the endpoint. */
export function RegisterDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Schemas['WebhookEndpointWithSecret']>()
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  return (
    <>
      <Modal opened={isOpen} onClose={onClose} title={t`Register an endpoint`} size="lg">
        <EndpointForm
          verb={t`Register`}
          submit={async (body) => (await api.post('/v1/webhook-endpoints', { body })).data}
          onSuccess={async (endpoint) => {
            setMade(endpoint)
            onClose()
            await refreshWebhooks(queryClient)
          }}
        />
      </Modal>
      <WebhookSecret secret={made?.secret} onClose={() => navigate(`/settings/webhooks/${made?.id}`)} />
    </>
  )
}
