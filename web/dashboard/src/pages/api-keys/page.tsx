import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { KeyCard } from './key-card.tsx'
import { apiKeysQuery } from './queries.ts'

/** The API keys of the organisation, with what they are used for. */
export function Page() {
  const { data: all } = useSuspenseQuery(apiKeysQuery)
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const create = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      <Trans>Create a key</Trans>
    </Button>
  )
  const isEmpty = all.length === 0
  return (
    <>
      <PageHeader
        title={t`API keys`}
        description={t`Your systems use them to call the API. They belong to the organisation, not to a person.`}
        actions={!isEmpty && create}
      />
      {all.length === 0 ? (
        <EmptyState icon={KeyRound} title={t`No keys yet`} action={create}>
          <Trans>A key lets one of your systems call the API with the scopes you choose.</Trans>
        </EmptyState>
      ) : (
        <Stack gap="md">
          {all.map((key) => (
            <KeyCard key={key.id} apiKey={key} onSecret={setSecret} />
          ))}
        </Stack>
      )}
      <CreateDialog isOpen={isCreating} onClose={() => setCreating(false)} onSecret={setSecret} />
      <SecretDialog
        title={t`Your API key`}
        label={t`API key`}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  )
}
