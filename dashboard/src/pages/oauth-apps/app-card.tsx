import { Button, Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { timeText } from '../../ui/time.ts'
import { AppForm } from './app-form.tsx'
import { oauthClientsQuery } from './queries.ts'

interface Props {
  readonly client: Schemas['OAuthClient']
  readonly onSecret: (secret: string | undefined) => void
}

/** One application. */
export function AppCard({ client, onSecret }: Props) {
  const { id, name, type, redirect_uris, scopes, created_at } = client
  const params = { path: { id } }
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'delete'>()
  const close = () => setDialog(undefined)
  const done = async () => {
    close()
    await queryClient.invalidateQueries(oauthClientsQuery)
  }
  return (
    <Card title={name} description={type === 'public' ? 'Public, with PKCE' : 'Confidential'}>
      <Facts
        of={[
          ['Client ID', id],
          ['Scopes', scopes.join(', ')],
          ['Redirect URIs', redirect_uris.join(', ') || 'None: client credentials only'],
          ['Registered', timeText(created_at)],
        ]}
      />
      <Group gap="sm">
        <Button variant="default" aria-label={`Change ${name}`} onClick={() => setDialog('change')}>
          Change
        </Button>
        {type === 'confidential' && (
          <Button
            variant="default"
            aria-label={`Rotate the secret of ${name}`}
            onClick={() => setDialog('rotate')}
          >
            Rotate the secret
          </Button>
        )}
        <Button variant="default" aria-label={`Delete ${name}`} onClick={() => setDialog('delete')}>
          Delete
        </Button>
      </Group>
      <Modal opened={dialog === 'change'} onClose={close} title={`Change ${name}`} size="lg">
        <AppForm
          client={client}
          verb="Save"
          submit={({ name, redirect_uris, scopes }) =>
            api.patch('/account/oauth-clients/{id}', { params, body: { name, redirect_uris, scopes } })
          }
          onSuccess={done}
        />
      </Modal>
      <ConfirmDialog
        isOpen={dialog === 'rotate'}
        onClose={close}
        title={`Rotate the secret of ${name}`}
        verb="Rotate"
        run={async () => (await api.post('/account/oauth-clients/{id}/rotate-secret', { params })).data}
        onDone={async ({ client_secret }) => {
          onSecret(client_secret ?? undefined)
          await done()
        }}
      >
        The old secret stops working at once. Existing tokens stay valid.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={close}
        title={`Delete ${name}`}
        verb="Delete"
        run={() => api.delete('/account/oauth-clients/{id}', { params })}
        onDone={done}
      >
        All its tokens stop working. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
