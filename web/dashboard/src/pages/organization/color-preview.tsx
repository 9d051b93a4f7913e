import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shadesQuery } from './queries.ts'

/** The shades of a colour that guests see, and why they differ from it. */
export function ColorPreview({ color }: { color: string }) {
  const { data = [] } = useQuery(shadesQuery(color))
  if (data.length === 0) return null
  const isChanged = data.some(({ brand }) => brand !== color.toLowerCase())
  return (
    <Stack gap={4}>
      <Group gap="xs">
        {data.map(({ brand, onBrand }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first is of light pages, the second of dark ones
          <Badge key={n} size="lg" color={brand} c={onBrand} tt="none">
            {n === 0 ? t`Light: ${{ color: brand }}` : t`Dark: ${{ color: brand }}`}
          </Badge>
        ))}
      </Group>
      {isChanged && (
        <Text size="sm" c="dimmed">
          <Trans>Guests see these shades, because text in the colour itself would be hard to read.</Trans>
        </Text>
      )}
    </Stack>
  )
}
