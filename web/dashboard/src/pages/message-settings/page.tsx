import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { PageHeader } from '../../ui/page-header.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ProvidersCard } from './providers-card.tsx'

/** Message providers and sending limits. */
export function Page() {
  return (
    <Stack maw={820} gap="lg">
      <PageHeader
        title={t`Message sending`}
        description={t`Set quiet hours and message types in each queue's settings.`}
      />
      <ProvidersCard />
      <LimitsCard />
    </Stack>
  )
}
