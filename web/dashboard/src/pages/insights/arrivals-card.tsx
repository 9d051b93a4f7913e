import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Table, Text } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { shortWeekday, WEEK_DAYS } from '../../ui/weekdays.ts'
import styles from './arrivals-card.module.css'
import type { Statistics } from './totals.ts'

const LEVELS = 5

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** How many joined in each hour of each weekday: the more, the stronger its colour. */
export function ArrivalsCard({ all }: { all: readonly Statistics[] }) {
  const zones = new Set(all.map(({ timezone }) => timezone))
  const counts = new Map<string, number>()
  for (const { weekday, hour, arrivals } of all.flatMap(({ hours }) => hours)) {
    const key = `${weekday} ${hour}`
    counts.set(key, (counts.get(key) ?? 0) + arrivals)
  }
  const description =
    zones.size === 1
      ? t`By weekday and hour, in ${{ timezone: [...zones].join() }}.`
      : t`By weekday and hour, in each queue's own time zone.`
  const max = Math.max(0, ...counts.values())
  return (
    <Card title={t`Arrivals`} description={description}>
      {max === 0 ? (
        <Text c="dimmed">
          <Trans>The busiest hours appear here once guests have joined.</Trans>
        </Text>
      ) : (
        <Box
          className={styles.scrolls}
          tabIndex={0}
          role="region"
          aria-label={t`Arrivals by weekday and hour`}
        >
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
              {WEEK_DAYS.map((day, index) => (
                <Table.Tr key={day}>
                  <Table.Th scope="row">{shortWeekday(day)}</Table.Th>
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
