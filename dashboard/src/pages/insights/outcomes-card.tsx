import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Figures } from './figures.tsx'
import { type Statistics, totalsOf } from './totals.ts'
import { WEEKDAYS } from './weekdays.ts'
import { shareOf } from './words.ts'

const OUTCOMES = [
  { field: 'seated', name: 'Seated' },
  { field: 'removed', name: 'Left or removed' },
  { field: 'no_show', name: 'No-show' },
] as const

/** Guest outcomes by the weekday they joined. */
export function OutcomesCard({ all }: { all: readonly Statistics[] }) {
  const { seated, removed, no_show, in_line } = totalsOf(all)
  const over = seated + removed + no_show
  return (
    <Card title={t`No-shows and abandonment`} description={t`Guest outcomes by the weekday they joined.`}>
      {over === 0 ? (
        <Text c="dimmed">
          <Trans>Who was seated, left or did not come appears here once the first visit has ended.</Trans>
        </Text>
      ) : (
        <Chart
          kind="stacked"
          label={t`Outcomes by weekday`}
          unit="parties"
          labels={WEEKDAYS}
          series={OUTCOMES.map(({ field, name }) => ({
            name,
            values: WEEKDAYS.map((_, index) => sumOf(all, index + 1, field)),
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

const sumOf = (
  all: readonly Statistics[],
  weekday: number,
  field: (typeof OUTCOMES)[number]['field'],
): number =>
  all
    .flatMap(({ hours }) => hours)
    .filter((one) => one.weekday === weekday)
    .reduce((sum, one) => sum + one[field], 0)
