import { Text } from '@mantine/core'
import type { Provider } from './queries.ts'

/** Whose bookings these are, and whether more can be made. */
export function ProviderName({ provider: { name, archived_at } }: { provider: Provider }) {
  return (
    <>
      {name}
      {archived_at && (
        <Text size="xs" c="dimmed">
          Archived
        </Text>
      )}
    </>
  )
}
