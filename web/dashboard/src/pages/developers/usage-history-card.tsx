import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { locale } from '../../language/language.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { downloadProps } from '../../ui/download.ts'
import { LostRequests } from '../../ui/lost-requests.tsx'
import { Part } from '../../ui/part.tsx'

const DAYS = 28
const DAY_MS = 86_400_000

interface Period {
  readonly from: string
  readonly to: string
}

const historyQuery = (period: Period) =>
  queryOptions({
    queryKey: ['usage', 'history', period],
    queryFn: async () =>
      (await api.get('/account/usage', { params: { query: { ...period, interval: 'day' } } }))
        .data as Schemas['Usage'],
  })

const dayOf = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Requests by day, and a file of them by key and operation. */
export function UsageHistoryCard() {
  // The end is fixed, so that the chart and the file cover the same period.
  const period = useMemo(() => {
    const now = Date.now()
    return { from: new Date(now - DAYS * DAY_MS).toISOString(), to: new Date(now).toISOString() }
  }, [])
  const csv = new URLSearchParams({
    ...{ format: 'csv', bom: 'true', interval: 'day', group_by: 'actor,operation,status' },
    ...period,
  })
  return (
    <Card
      title={t`API usage`}
      description={t`Calls by keys, partners and this dashboard in the last ${{ days: DAYS }} days. Days are in UTC.`}
      action={
        <Button
          component="a"
          {...downloadProps(`/account/usage?${csv}`, 'usage.csv')}
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
        >
          <Trans>Export usage (CSV)</Trans>
        </Button>
      }
    >
      <Part>
        <History period={period} />
      </Part>
    </Card>
  )
}

function History({ period }: { period: Period }) {
  const { data, lost } = useSuspenseQuery(historyQuery(period)).data
  return (
    <>
      <LostRequests lost={lost} />
      {data.length === 0 ? (
        <Text c="dimmed">{t`Requests by day appear here once a key or this dashboard has sent some.`}</Text>
      ) : (
        <Chart kind="stacked" label={t`Requests by day`} unit="requests" {...barsOf(data)} />
      )}
    </>
  )
}

const barsOf = (data: Schemas['Usage']['data']) => ({
  labels: data.map(({ start }) => dayOf.format(new Date(start))),
  series: [
    { name: t`Succeeded`, values: data.map(({ requests, errors }) => requests - errors) },
    { name: t`Errors`, values: data.map(({ errors }) => errors) },
  ],
})
