import { SimpleGrid, Text } from '@mantine/core'

interface Props {
  readonly figures: readonly (readonly [label: string, value: string])[]
}

/** Single figures beside each other. */
export function Figures({ figures }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <Text fw={700} fz={24}>
            {value}
          </Text>
          <Text c="dimmed" size="sm">
            {label}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
