import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { localTime } from '@usher/contracts/zones'
import type { Schemas } from '../../api/client.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Part } from '../../ui/part.tsx'
import { Figures } from './figures.tsx'
import type { Period } from './period.ts'
import { accuracyQuery } from './queries.ts'
import { minutesOf, rounded, shareOf } from './words.ts'

type Accuracy = Schemas['EstimateAccuracy']

interface Props {
  readonly queue: Pick<Schemas['Queue'], 'id' | 'timezone'>
  readonly period: Period
}

/** Quoted waits compared with actual waits. */
export function WaitsCard({ queue, period }: Props) {
  return (
    <Card title={t`Quoted and actual waits`} description={t`Daily averages.`}>
      <Part resetOn={period}>
        <Accuracies queue={queue} period={period} />
      </Part>
    </Card>
  )
}

function Accuracies({ queue, period }: Props) {
  const { data: known } = useSuspenseQuery(accuracyQuery(queue.id, period))
  return known.totals.served === 0 ? (
    <Text c="dimmed">{t`No guest with a quoted wait was served in this period.`}</Text>
  ) : (
    <>
      <Waits known={known} zone={queue.timezone} />
      <AccuracyFigures totals={known.totals} />
    </>
  )
}

/** A line needs two days. */
function Waits({ known, zone }: { known: Accuracy; zone: string }) {
  const lines = linesOf(known, zone)
  if (lines.labels.length < 2)
    return <Text c="dimmed">{t`The chart appears once there are two days of data.`}</Text>
  return (
    <Chart
      kind="lines"
      label={t`Quoted and actual waits by day`}
      unit={t({ message: 'minutes', context: 'unit of a chart' })}
      {...lines}
    />
  )
}

function AccuracyFigures({ totals }: { totals: Accuracy['totals'] }) {
  const { mean_absolute_error, bias, coverage, early, abandoned, quotes } = totals
  return (
    <Figures
      figures={[
        [t`average error`, minutesOf(mean_absolute_error)],
        [
          (bias ?? 0) < 0 ? t`quoted too short` : t`quoted too long`,
          minutesOf(bias === null ? null : Math.abs(bias)),
        ],
        [
          t`waited within the quoted range (target: ${{ share: shareOf(9, 10) }})`,
          coverage === null ? '–' : shareOf(coverage, 1),
        ],
        [
          (early ?? 0) < 0 ? t`called after the quoted range` : t`called before the end of the quoted range`,
          minutesOf(early === null ? null : Math.abs(early)),
        ],
        [t`gave up before being called`, shareOf(abandoned, quotes)],
        ...renewedFigures(totals),
      ]}
    />
  )
}

/** Of quotes made anew in the middle of the line. */
function renewedFigures({ renewed }: Accuracy['totals']): [string, string][] {
  if (!renewed) return []
  return [
    [t`average error, half-way through the line`, minutesOf(renewed.mean_absolute_error)],
    [t`within the range, half-way through the line`, shareOf(renewed.coverage, 1)],
  ]
}

const dayOf = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** The quoted wait is the actual wait plus the bias. */
function linesOf({ data }: Accuracy, zone: string) {
  const served = data.filter(({ mean_wait }) => mean_wait !== null)
  return {
    labels: served.map(({ start }) => dayOf.format(localTime(start, zone))),
    series: [
      {
        name: t({ message: 'Actual', context: 'wait in a chart' }),
        values: served.map(({ mean_wait }) => rounded(mean_wait ?? 0)),
      },
      {
        name: t({ message: 'Quoted', context: 'wait in a chart' }),
        values: served.map(({ mean_wait, bias }) => rounded((mean_wait ?? 0) + (bias ?? 0))),
      },
    ],
  }
}
