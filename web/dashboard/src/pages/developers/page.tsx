import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Anchor as FileAnchor,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { isTestMode, showTestData } from '../../api/mode.ts'
import { queuesQuery } from '../../api/queues.ts'
import { useCan } from '../../api/session.ts'
import { locale } from '../../language/language.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { CodeSamples } from '../../ui/code-samples.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { downloadProps } from '../../ui/download.ts'
import { LostRequests } from '../../ui/lost-requests.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Part } from '../../ui/part.tsx'
import { UsageView } from '../../ui/usage-view.tsx'
import { RECEIVERS } from './receivers.ts'

/** How to get started with the API, and its usage. */
export function Page() {
  const queue = useQuery(queuesQuery).data?.[0]
  const seesUsage = useCan('usage:read')
  const managesKeys = useCan('api-keys:manage')
  const origin = window.location.origin
  return (
    <Stack gap="lg">
      <PageHeader title={t`Developers`} description={t`Connect your systems to Usher.`} />
      {managesKeys && (
        <Switch
          label={t`Test data`}
          description={t`Applies to this browser tab. Messages about test data reach nobody.`}
          checked={isTestMode}
          onChange={() => showTestData(!isTestMode)}
        />
      )}
      <Card title={t`Get started`}>
        <Text>
          <Trans>
            Create a key under <Anchor href="/settings/api-keys">API keys</Anchor> and store it as{' '}
            <code>USHER_API_KEY</code>. Base URL:
          </Trans>
        </Text>
        <CopyText text={origin} label={t`Base URL`} />
        <Title order={3} size="h5">{t`List queues`}</Title>
        <CodeSamples label={t`List queues`} samples={listQueues(origin)} />
        <Title order={3} size="h5">{t`Add a guest`}</Title>
        <CodeSamples label={t`Add a guest`} samples={addGuest(origin, queue?.id)} />
      </Card>
      <Card
        title={t`Webhooks`}
        description={t`Verify the signature of every delivery over its raw body. In TypeScript the SDK does it.`}
      >
        <CodeSamples label={t`Receive webhooks`} samples={RECEIVERS} />
        <Group>
          <Anchor href="/settings/webhooks">{t`Manage webhooks`}</Anchor>
        </Group>
      </Card>
      <UsageCard />
      {seesUsage && <UsageHistoryCard />}
      <Card title={t`Explore`}>
        <FileAnchor href="/docs" underline="always">{t`Documentation: guides and reference`}</FileAnchor>
        <FileAnchor href="/docs/reference" underline="always">{t`API reference`}</FileAnchor>
        <Anchor href="/developers/requests">{t`Live request log`}</Anchor>
        <Group gap="lg">
          <FileAnchor href="/openapi.json" underline="always">
            openapi.json
          </FileAnchor>
          <FileAnchor href="/asyncapi.json" underline="always">
            asyncapi.json
          </FileAnchor>
        </Group>
      </Card>
    </Stack>
  )
}

type Samples = Readonly<Record<string, string>>

const ANY_QUEUE = 'QUEUE_ID'

const client = (origin: string): string => `import { createUsherClient } from '@usher/sdk'

const usher = createUsherClient({ baseUrl: '${origin}', apiKey: process.env.USHER_API_KEY ?? '' })
`

const listQueues = (origin: string): Samples => ({
  curl: `curl ${origin}/v1/queues -H "authorization: Bearer $USHER_API_KEY"`,
  TypeScript: `${client(origin)}
const { data: page } = await usher.GET('/v1/queues')
for (const queue of page.data) console.log(queue.name, queue.waiting_count)`,
})

/** Adds a guest to one of the reader's queues, if there is one. */
const addGuest = (origin: string, queueId = ANY_QUEUE): Samples => ({
  curl: `curl ${origin}/v1/queues/${queueId}/guests \\
  -H "authorization: Bearer $USHER_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"name":"Ada","party_size":2}'`,
  TypeScript: `${client(origin)}
const path = { id: '${queueId}' }
await usher.POST('/v1/queues/{id}/guests', { params: { path }, body: { name: 'Ada', party_size: 2 } })`,
})

type Dimension = 'operation' | 'actor' | 'status' | 'version'

const REFRESH_MS = 10_000

/** How rows are grouped: versions with who uses them, so that those can be told before one ends. */
const GROUPS = { operation: 'operation', actor: 'actor', status: 'status', version: 'version,actor' } as const

/** Requests of the last 24 hours by what they were, who sent them, how they ended, or their version. */
const usageQuery = (group_by: Dimension) =>
  queryOptions({
    queryKey: ['usage', 'day', group_by],
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const query = { interval: 'total', group_by: GROUPS[group_by] } as const
      return (await api.get('/account/usage', { params: { query }, parseAs: 'json' }))
        .data as Schemas['Usage']
    },
  })

export function UsageCard() {
  const [by, setBy] = useState<Dimension>('operation')
  const shown = useDeferredValue(by)
  return (
    <Card title={t`Requests`} description={t`Last 24 hours, most frequent first.`}>
      <SegmentedControl
        aria-label={t`By`}
        value={by}
        onChange={(chosen) => setBy(chosen as Dimension)}
        data={[
          { value: 'operation', label: t`By operation` },
          { value: 'actor', label: t`By key` },
          { value: 'status', label: t`By status` },
          { value: 'version', label: t`By version` },
        ]}
      />
      <Part resetOn={shown}>
        <Usage by={shown} />
      </Part>
    </Card>
  )
}

function Usage({ by }: { by: Dimension }) {
  const { data: usage } = useSuspenseQuery(usageQuery(by))
  return <UsageView usage={usage} nameOf={nameBy(by)} />
}

const nameBy =
  (by: Dimension) =>
  (row: Schemas['Usage']['data'][number]): string =>
    by === 'version' ? [row.version, row.actor].filter(Boolean).join(' · ') : String(row[by] ?? '')

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
function UsageHistoryCard() {
  // The end is fixed, so that the chart and the file cover the same period.
  const period = useMemo(() => {
    const now = Date.now()
    return { from: new Date(now - DAYS * DAY_MS).toISOString(), to: new Date(now).toISOString() }
  }, [])
  const csv = new URLSearchParams({
    format: 'csv',
    bom: 'true',
    interval: 'day',
    group_by: 'actor,operation,status',
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
