import { Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Figures } from './figures.tsx'
import { WEEKDAYS } from './weekdays.ts'
import { shareOf } from './words.ts'

type Statistics = Schemas['QueueStatistics']

const OUTCOMES = [
  { field: 'seated', name: 'Seated' },
  { field: 'removed', name: 'Left or removed' },
  { field: 'no_show', name: 'No-show' },
] as const

/** Guest outcomes by the weekday they joined. */
export function OutcomesCard({ statistics }: { statistics: Statistics }) {
  const { seated, removed, no_show, in_line } = statistics
  const over = seated + removed + no_show
  return (
    <Card title="No-shows and abandonment" description="Guest outcomes by the weekday they joined.">
      {over === 0 ? (
        <Text c="dimmed">No visit that began in this period has ended yet.</Text>
      ) : (
        <Chart
          kind="stacked"
          label="Outcomes by weekday"
          unit="parties"
          labels={WEEKDAYS}
          series={OUTCOMES.map(({ field, name }) => ({
            name,
            values: WEEKDAYS.map((_, index) => sumOf(statistics, index + 1, field)),
          }))}
        />
      )}
      <Figures
        figures={[
          { label: 'seated', value: shareOf(seated, over) },
          { label: 'left or removed', value: shareOf(removed, over) },
          { label: 'no-shows', value: shareOf(no_show, over) },
          { label: 'still in the line', value: String(in_line) },
        ]}
      />
    </Card>
  )
}

const sumOf = ({ hours }: Statistics, weekday: number, field: (typeof OUTCOMES)[number]['field']): number =>
  hours.filter((one) => one.weekday === weekday).reduce((sum, one) => sum + one[field], 0)
