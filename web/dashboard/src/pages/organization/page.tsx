import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMe } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BrandForm } from './brand-form.tsx'
import { CloseCard } from './close-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { organizationQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** Organisation settings, its brand, and closing it. */
export function Page() {
  const { data: shown } = useSuspenseQuery(organizationQuery)
  const { role } = useMe().member
  return (
    <Stack gap="lg" maw={720}>
      <PageHeader title={t`Organisation`} />
      <SettingsForm organization={shown} />
      <LogoCard organization={shown} />
      <BrandForm organization={shown} />
      {role === 'owner' && <CloseCard name={shown.name} />}
    </Stack>
  )
}
