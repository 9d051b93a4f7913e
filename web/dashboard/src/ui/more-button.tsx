import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'

interface Props {
  readonly label?: string
  /** Called when more is requested. */
  readonly onMore?: () => void
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ query, label = t`Show more`, onMore }: Props) {
  if (!query.hasNextPage) return null
  const read = () => {
    onMore?.()
    query.fetchNextPage()
  }
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={read}>
        {label}
      </Button>
    </Group>
  )
}
