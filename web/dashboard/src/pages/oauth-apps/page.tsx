import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal, Space, Stack } from '@mantine/core'
import { usePrefetchQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { organizationGrants } from '../../oauth-grants/queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AppCard } from './app-card.tsx'
import { AppForm } from './app-form.tsx'
import { oauthClientsQuery } from './queries.ts'

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
