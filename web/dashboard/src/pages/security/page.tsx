import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { GrantsCard } from '../../oauth-grants/grants-card.tsx'
import { ownGrants } from '../../oauth-grants/queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The member's password, second factor and sessions. */
export function Page() {
  return (
    <Stack maw={720} gap="lg">
      <PageHeader title={t`Password and security`} />
      <SecondFactorCard />
      <PasswordCard />
      <SessionsCard />
      <GrantsCard
        title={t`Connected applications`}
        description={t`Applications that act for you. Disconnect any you do not recognise or need.`}
        grants={ownGrants}
      />
    </Stack>
  )
}
