import { Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loaded } from '../../ui/states.tsx'
import { CloseCard } from './close-card.tsx'
import { SettingsForm } from './settings-form.tsx'

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => (await api.get('/account/organization')).data,
})

/** Organisation settings, and closing it. */
export function Page() {
  const organization = useQuery(organizationQuery)
  const { role } = useMe().member
  return (
    <Stack gap="lg" maw={720}>
      <PageHeader title="Organisation" />
      <Loaded query={organization}>
        {(shown) => (
          <>
            <SettingsForm organization={shown} />
            {role === 'owner' && <CloseCard name={shown.name} />}
          </>
        )}
      </Loaded>
    </Stack>
  )
}
