import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Longer values get their own row. */
const SHORT = 60

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > SHORT

/** Name-value pairs, as many per row as fit. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} m={0}>
      {of.map(([name, value]) => (
        <div key={name} style={isLong(value) ? { gridColumn: '1 / -1' } : undefined}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
