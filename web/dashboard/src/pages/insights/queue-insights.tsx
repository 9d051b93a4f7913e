import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, List, Stack, Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { downloadProps } from '../../ui/download.ts'
import { shortWeekday, WEEK_DAYS } from '../../ui/weekdays.ts'
import styles from './arrivals-card.module.css'
import { Figures } from './figures.tsx'
import type { Period } from './period.ts'
import { statisticsQuery } from './queries.ts'
import { type QueueFigures, sentencesOf } from './sentences.ts'
import { daysOf, type Statistics, totalsOf } from './totals.ts'
import { WaitsCard } from './waits-card.tsx'
import { minutesOf, shareOf } from './words.ts'

interface Props {
  readonly queues: readonly Schemas['Queue'][]
  readonly period: Period
  readonly days: number
}

/** How one queue did, or several together. */
export function QueueInsights({ queues, period, days }: Props) {
  const { data: figures } = useSuspenseQuery(statisticsQuery(queues, period))
  const [only, ...others] = queues
  const one = others.length === 0 ? only : undefined
  const all = figures.map(({ now }) => now)
  return (
    <Stack gap="lg">
      <SummaryCard queues={figures} days={days} />
      <TotalsCard all={all} exportOf={one?.id} period={period} />
      <CoversCard all={all} />
      {one && <WaitsCard key={one.id} queue={one} period={period} />}
      <ArrivalsCard all={all} />
      <OutcomesCard all={all} />
    </Stack>
  )
}

interface TotalsProps {
  readonly all: readonly Statistics[]
  /** The queue whose guests can be exported. */
  readonly exportOf: string | undefined
  readonly period: Period
}

function TotalsCard({ all, exportOf, period }: TotalsProps) {
  const mayExport = useCan('guests:read')
  const { arrivals, guests, meanWait } = totalsOf(all)
  const [only] = all
  // Percentiles of several queues cannot be combined.
  const waits: [string, string][] =
    exportOf && only
      ? [
          [t`median wait`, minutesOf(only.actual_wait?.p50)],
          [t`90th percentile wait`, minutesOf(only.actual_wait?.p90)],
          [t`average quoted wait`, minutesOf(only.quoted_wait?.mean)],
        ]
      : [[t`average wait`, minutesOf(meanWait)]]
  return (
    <Card
      title={t`Totals`}
      description={t`Guests who joined in this period.`}
      action={mayExport && exportOf && arrivals > 0 && <ExportLink id={exportOf} period={period} />}
    >
      <Figures
        figures={[
          [t({ message: 'parties', context: 'under their number' }), arrivals.toLocaleString(locale)],
          [t({ message: 'people', context: 'under their number' }), guests.toLocaleString(locale)],
          ...waits,
        ]}
      />
    </Card>
  )
}

function ExportLink({ id, period }: { id: string; period: Period }) {
  return (
    <Button
      component="a"
      {...downloadProps(
        `/v1/queues/${id}/guests/export?${new URLSearchParams({ ...period, bom: 'true' })}`,
        'guests.csv',
      )}
      variant="default"
      leftSection={<Download size={18} aria-hidden />}
    >
      <Trans>Export guests (CSV)</Trans>
    </Button>
  )
}

const dayOf = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** How many people came each day. */
function CoversCard({ all }: { all: readonly Statistics[] }) {
  const days = daysOf(all)
  return (
    <Card
      title={t({ message: 'Covers', comment: 'Covers are people served, as restaurants count them' })}
      description={t`People of all parties, by the day they joined.`}
    >
      {days.length === 0 ? (
        <Text c="dimmed">{t`The people who come each day appear here once guests have joined.`}</Text>
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

interface SummaryCardProps {
  readonly queues: readonly QueueFigures[]
  readonly days: number
}

/** What the figures say, in sentences. */
function SummaryCard({ queues, days }: SummaryCardProps) {
  const sentences = sentencesOf(queues, days)
  return (
    <Card title={t`In short`}>
      {sentences.length === 0 ? (
        <Text c="dimmed">
          <Trans>
            Nobody joined in this period. How many came, when they waited longest and whether quotes were
            right appears here once guests have joined.
          </Trans>
        </Text>
      ) : (
        <List spacing="xs" fz="lg">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

const LEVELS = 5

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** How many joined in each hour of each weekday: the more, the stronger its colour. */
function ArrivalsCard({ all }: { all: readonly Statistics[] }) {
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
        <Text c="dimmed">{t`The busiest hours appear here once guests have joined.`}</Text>
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

const OUTCOMES = [
  { field: 'seated', name: msg({ message: 'Seated', context: 'guests in a chart' }) },
  { field: 'left', name: msg({ message: 'Left', context: 'guests in a chart' }) },
  { field: 'no_show', name: msg({ message: 'No-show', context: 'guests in a chart' }) },
] as const

/** Guest outcomes by the weekday they joined. */
function OutcomesCard({ all }: { all: readonly Statistics[] }) {
  const { seated, left, no_show, removed, in_line } = totalsOf(all)
  const over = seated + left + no_show
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
          [t({ message: 'seated', context: 'under a share of the parties' }), shareOf(seated, over)],
          [t({ message: 'left', context: 'under a share of the parties' }), shareOf(left, over)],
          [t({ message: 'no-shows', context: 'under a share of the parties' }), shareOf(no_show, over)],
          [
            t({ message: 'removed by staff', context: 'under a number of parties' }),
            removed.toLocaleString(locale),
          ],
          [
            t({ message: 'still in the line', context: 'under a number of parties' }),
            in_line.toLocaleString(locale),
          ],
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
