import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { Provider } from './queries.ts'

/** The provider's name, marked if archived. */
export function ProviderName({ provider: { name, archived_at } }: { provider: Provider }) {
  return (
    <>
      {name}
      {archived_at && <Text size="xs" c="dimmed">{t`Archived`}</Text>}
    </>
  )
}
