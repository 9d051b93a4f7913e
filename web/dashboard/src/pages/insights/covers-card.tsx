import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { daysOf, type Statistics } from './totals.ts'

const dayOf = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** How many people came each day. */
export function CoversCard({ all }: { all: readonly Statistics[] }) {
  const days = daysOf(all)
  return (
    <Card
      title={t({ message: 'Covers', comment: 'Covers are people served, as restaurants count them' })}
      description={t`People of all parties, by the day they joined.`}
    >
      {days.length === 0 ? (
        <Text c="dimmed">
          <Trans>The people who come each day appear here once guests have joined.</Trans>
        </Text>
      ) : (
        <Chart
          kind="stacked"
          label={t`Covers by day`}
          unit={t({ message: 'people', context: 'unit of a chart' })}
          labels={days.map(({ date }) => dayOf.format(new Date(date)))}
          series={[
            {
              name: t({ message: 'Covers', comment: 'Covers are people served, as restaurants count them' }),
              values: days.map(({ guests }) => guests),
            },
          ]}
        />
      )}
    </Card>
  )
}
