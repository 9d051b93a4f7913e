import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { versionText } from '../../forms/version-select.tsx'
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

function kindOf({ type, self_registered }: Schemas['OAuthClient']): string {
  if (self_registered) return t`Registered itself: it chose its name. Public, with PKCE`
  return type === 'public' ? t`Public, with PKCE` : t`Confidential`
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
    <Card title={name} description={kindOf(client)}>
      <Facts
        of={[
          [t`Client ID`, id],
          [t`Scopes`, scopes.join(', ')],
          [t`Redirect URIs`, redirect_uris.join(', ') || t`None: client credentials only`],
          [t`API version`, versionText(client.api_version)],
          [t`Registered`, timeText(created_at)],
        ]}
      />
      <Group gap="sm">
        <Button variant="default" aria-label={t`Change ${name}`} onClick={() => setDialog('change')}>
          <Trans>Change</Trans>
        </Button>
        {type === 'confidential' && (
          <Button
            variant="default"
            aria-label={t`Rotate the secret of ${name}`}
            onClick={() => setDialog('rotate')}
          >
            <Trans>Rotate the secret</Trans>
          </Button>
        )}
        <Button variant="default" aria-label={t`Delete ${name}`} onClick={() => setDialog('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </Group>
      <Modal opened={dialog === 'change'} onClose={close} title={t`Change ${name}`} size="lg">
        <AppForm
          client={client}
          verb={t`Save`}
          submit={({ type: _, ...body }) => api.patch('/account/oauth-clients/{id}', { params, body })}
          onSuccess={done}
        />
      </Modal>
      <ConfirmDialog
        isOpen={dialog === 'rotate'}
        onClose={close}
        title={t`Rotate the secret of ${name}`}
        verb={t`Rotate`}
        run={async () => (await api.post('/account/oauth-clients/{id}/rotate-secret', { params })).data}
        onDone={async ({ client_secret }) => {
          onSecret(client_secret ?? undefined)
          await done()
        }}
      >
        <Trans>The old secret stops working at once. Existing tokens stay valid.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onClose={close}
        title={t`Delete ${name}`}
        verb={t`Delete`}
        run={() => api.delete('/account/oauth-clients/{id}', { params })}
        onDone={done}
      >
        <Trans>All its tokens stop working. This cannot be undone.</Trans>
      </ConfirmDialog>
    </Card>
  )
}
