import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Radio, Space, Stack, Textarea, TextInput } from '@mantine/core'
import { usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { API_VERSION } from '@usher/sdk/client'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { listQuery } from '../../api/list-query.ts'
import { Form } from '../../forms/form.tsx'
import { needed, someNeeded } from '../../forms/rules.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { type ApiVersion, VersionSelect, versionText } from '../../forms/version-select.tsx'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { organizationGrants } from '../../oauth-grants/queries.ts'
import { ScopePicker } from '../../scopes/scope-picker.tsx'
import type { ApiScope } from '../../scopes/words.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton, DialogButton } from '../../ui/dialog-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { timeText } from '../../ui/time.ts'

/** The applications of partners that may use OAuth. */
export function Page() {
  usePrefetchQuery(organizationGrants.query)
  const { data: all } = useSuspenseQuery(oauthClientsQuery)
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <ListPage
        title={t`OAuth applications`}
        description={t`Partner applications call the API with OAuth 2.0 tokens.`}
        add={{
          verb: t`Register an application`,
          icon: Plus,
          title: t`Register an application`,
          size: 'lg',
          form: (close) => (
            <AppForm
              verb={t`Register`}
              submit={async (body) => (await api.post('/account/oauth-clients', { body })).data}
              onSuccess={async ({ client_secret }) => {
                close()
                setSecret(client_secret ?? undefined)
                await queryClient.invalidateQueries(oauthClientsQuery)
              }}
            />
          ),
        }}
        empty={{
          icon: AppWindow,
          title: t`No applications yet`,
          text: t`Register one for a partner. It acts with people's consent or on its own behalf.`,
        }}
      >
        {all.map((client) => (
          <AppCard key={client.id} client={client} onSecret={setSecret} />
        ))}
      </ListPage>
      <Space h="lg" />
      <GrantsCard
        title={t`Connected applications`}
        description={t`Applications that members allow to act for the organisation, yours and other people's.`}
        grants={organizationGrants}
        showsMember
      />
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
  const refresh = () => queryClient.invalidateQueries(oauthClientsQuery)
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
        <DialogButton verb={t`Change`} label={t`Change ${name}`} size="lg">
          {(close) => (
            <AppForm
              client={client}
              verb={t`Save`}
              submit={({ type: _, ...body }) => api.patch('/account/oauth-clients/{id}', { params, body })}
              onSuccess={() => {
                close()
                return refresh()
              }}
            />
          )}
        </DialogButton>
        {type === 'confidential' && (
          <ConfirmButton
            text={t`Rotate the secret`}
            verb={t`Rotate`}
            label={t`Rotate the secret of ${name}`}
            run={async () => (await api.post('/account/oauth-clients/{id}/rotate-secret', { params })).data}
            onDone={({ client_secret }) => {
              onSecret(client_secret ?? undefined)
              return refresh()
            }}
          >
            <Trans>The old secret stops working at once. Existing tokens stay valid.</Trans>
          </ConfirmButton>
        )}
        <ConfirmButton
          verb={t`Delete`}
          label={t`Delete ${name}`}
          run={() => api.delete('/account/oauth-clients/{id}', { params })}
          onDone={refresh}
        >
          <Trans>All its tokens stop working. This cannot be undone.</Trans>
        </ConfirmButton>
      </Group>
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
  const { field, ...form } = useApiForm({
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
    <Form of={form} verb={verb}>
      <TextInput
        label={t`Name`}
        description={t`Shown when people are asked for consent`}
        data-autofocus
        {...field('name')}
      />
      {!client && (
        <Radio.Group label={t`Kind`} {...field('type')}>
          <Stack gap="xs" pt={4}>
            <Radio value="confidential" label={t`Confidential: runs on a server and keeps a secret`} />
            <Radio value="public" label={t`Public: cannot keep a secret and uses PKCE`} />
          </Stack>
        </Radio.Group>
      )}
      <Textarea
        label={t`Redirect URIs`}
        description={t`One per line. Where people return after consent. Leave empty for client credentials only.`}
        autosize
        minRows={2}
        {...field('redirect_uris')}
      />
      <VersionSelect
        description={t`For requests with its tokens that name no version`}
        {...field('api_version')}
      />
      <ScopePicker {...field('scopes')} />
    </Form>
  )
}

const oauthClientsQuery = listQuery('/account/oauth-clients')
