import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Space, Stack, Textarea, TextInput } from '@mantine/core'
import { queryOptions, usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { API_VERSION } from '@usher/sdk/client'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { needed, someNeeded } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect, versionText } from '../../forms/version-select.tsx'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { organizationGrants } from '../../oauth-grants/queries.ts'
import { ScopePicker } from '../../scopes/scope-picker.tsx'
import type { ApiScope } from '../../scopes/words.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { timeText } from '../../ui/time.ts'

/** The applications of partners that may use OAuth. */
export function Page() {
  usePrefetchQuery(organizationGrants.query)
  const { data: all } = useSuspenseQuery(oauthClientsQuery)
  const queryClient = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      <Trans>Register an application</Trans>
    </Button>
  )
  const isEmpty = all.length === 0
  return (
    <>
      <PageHeader
        title={t`OAuth applications`}
        description={t`Partner applications call the API with OAuth 2.0 tokens.`}
        actions={!isEmpty && add}
      />
      {all.length === 0 ? (
        <EmptyState icon={AppWindow} title={t`No applications yet`} action={add}>
          <Trans>Register one for a partner. It acts with people's consent or on its own behalf.</Trans>
        </EmptyState>
      ) : (
        <Stack gap="md">
          {all.map((client) => (
            <AppCard key={client.id} client={client} onSecret={setSecret} />
          ))}
        </Stack>
      )}
      <Space h="lg" />
      <GrantsCard
        title={t`Connected applications`}
        description={t`Applications that members allow to act for the organisation, yours and other people's.`}
        grants={organizationGrants}
        showsMember
      />
      <Modal opened={isAdding} onClose={() => setAdding(false)} title={t`Register an application`} size="lg">
        <AppForm
          verb={t`Register`}
          submit={async (body) => (await api.post('/account/oauth-clients', { body })).data}
          onSuccess={async ({ client_secret }) => {
            setAdding(false)
            setSecret(client_secret ?? undefined)
            await queryClient.invalidateQueries(oauthClientsQuery)
          }}
        />
      </Modal>
      <SecretDialog
        title={t`Client secret`}
        label={t`Client secret`}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}

interface Props {
  readonly client: Schemas['OAuthClient']
  readonly onSecret: (secret: string | undefined) => void
}

function kindOf({ type, self_registered }: Schemas['OAuthClient']): string {
  if (self_registered) return t`Registered itself: it chose its name. Public, with PKCE`
  return type === 'public' ? t`Public, with PKCE` : t`Confidential`
}

/** One application. */
function AppCard({ client, onSecret }: Props) {
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

interface AppFormProps<Answer> {
  /** What is there now; undefined for a new one. */
  readonly client?: Schemas['OAuthClient']
  readonly verb: string
  readonly submit: (body: Schemas['OAuthClientCreate']) => Promise<Answer>
  readonly onSuccess: (answer: Answer) => void | Promise<void>
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An application: name, kind (which never changes), addresses, scopes. */
function AppForm<Answer>({ client, verb, submit, onSuccess }: AppFormProps<Answer>) {
  const { fields, problem, isSending, onSubmit } = useApiForm({
    initialValues: {
      name: client?.name ?? '',
      type: client?.type ?? ('confidential' as Schemas['OAuthClient']['type']),
      redirect_uris: client?.redirect_uris.join('\n') ?? '',
      scopes: client?.scopes ?? ([] as ApiScope[]),
      api_version: (client?.api_version ?? API_VERSION) as ApiVersion,
    },
    validate: { name: needed(t`Enter a name`), scopes: someNeeded(t`Choose at least one scope`) },
    submit: ({ redirect_uris, ...rest }) => submit({ ...rest, redirect_uris: linesOf(redirect_uris) }),
    onSuccess,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormProblem text={problem} />
        <TextInput
          key={fields.key('name')}
          label={t`Name`}
          description={t`Shown when people are asked for consent`}
          data-autofocus
          {...fields.getInputProps('name')}
        />
        {!client && (
          <Radio.Group key={fields.key('type')} label={t`Kind`} {...fields.getInputProps('type')}>
            <Stack gap="xs" pt={4}>
              <Radio value="confidential" label={t`Confidential: runs on a server and keeps a secret`} />
              <Radio value="public" label={t`Public: cannot keep a secret and uses PKCE`} />
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          key={fields.key('redirect_uris')}
          label={t`Redirect URIs`}
          description={t`One per line. Where people return after consent. Leave empty for client credentials only.`}
          autosize
          minRows={2}
          {...fields.getInputProps('redirect_uris')}
        />
        <VersionSelect
          key={fields.key('api_version')}
          description={t`For requests with its tokens that name no version`}
          {...fields.getInputProps('api_version')}
        />
        <ScopePicker key={fields.key('scopes')} {...fields.getInputProps('scopes')} />
        <Button type="submit" loading={isSending}>
          {verb}
        </Button>
      </Stack>
    </form>
  )
}

const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: () => api.all('/account/oauth-clients'),
})
