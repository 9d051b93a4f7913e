import { Box, Table, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import styles from './arrivals-card.module.css'
import { WEEKDAYS } from './weekdays.ts'

const LEVELS = 5

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** How many joined in each hour of each weekday: the more, the stronger its colour. */
export function ArrivalsCard({ statistics }: { statistics: Schemas['QueueStatistics'] }) {
  const { hours, timezone } = statistics
  const counts = new Map(hours.map(({ weekday, hour, arrivals }) => [`${weekday} ${hour}`, arrivals]))
  const max = Math.max(0, ...counts.values())
  return (
    <Card title="Arrivals" description={`By weekday and hour, in ${timezone}.`}>
      {max === 0 ? (
        <Text c="dimmed">Nobody joined in this period.</Text>
      ) : (
        <Box className={styles.scrolls} tabIndex={0} role="region" aria-label="Arrivals by weekday and hour">
          <Table className={styles.heat} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                {HOURS.map((hour) => (
                  <Table.Th key={hour} scope="col">
                    {hour}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {WEEKDAYS.map((name, index) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {HOURS.map((hour) => {
                    const count = counts.get(`${index + 1} ${hour}`) ?? 0
                    return (
                      <Table.Td key={hour} data-level={Math.ceil((count / max) * LEVELS)}>
                        {count || ''}
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
    </Card>
  )
}
