import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { shortWeekday, WEEK_DAYS } from '../../ui/weekdays.ts'
import { Figures } from './figures.tsx'
import { type Statistics, totalsOf } from './totals.ts'
import { shareOf } from './words.ts'

const OUTCOMES = [
  { field: 'seated', name: msg({ message: 'Seated', context: 'guests in a chart' }) },
  { field: 'removed', name: msg({ message: 'Left or removed', context: 'guests in a chart' }) },
  { field: 'no_show', name: msg({ message: 'No-show', context: 'guests in a chart' }) },
] as const

/** Guest outcomes by the weekday they joined. */
export function OutcomesCard({ all }: { all: readonly Statistics[] }) {
  const { seated, removed, no_show, in_line } = totalsOf(all)
  const over = seated + removed + no_show
  return (
    <Card title={t`No-shows and abandonment`} description={t`Guest outcomes by the weekday they joined.`}>
      {over === 0 ? (
        <Text c="dimmed">{t`Who was seated, left or did not come appears here once the first visit has ended.`}</Text>
      ) : (
        <Chart
          kind="stacked"
          label={t`Outcomes by weekday`}
          unit={t({ message: 'parties', context: 'unit of a chart' })}
          labels={WEEK_DAYS.map(shortWeekday)}
          series={OUTCOMES.map(({ field, name }) => ({
            name: i18n._(name),
            values: WEEK_DAYS.map((_, index) => sumOf(all, index + 1, field)),
          }))}
        />
      )}
      <Figures
        figures={[
          {
            label: t({ message: 'seated', context: 'under a share of the parties' }),
            value: shareOf(seated, over),
          },
          {
            label: t({ message: 'left or removed', context: 'under a share of the parties' }),
            value: shareOf(removed, over),
          },
          {
            label: t({ message: 'no-shows', context: 'under a share of the parties' }),
            value: shareOf(no_show, over),
          },
          {
            label: t({ message: 'still in the line', context: 'under a number of parties' }),
            value: in_line.toLocaleString(locale),
          },
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
