import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Progress, Stack, Text } from '@mantine/core'
import { Activity } from 'lucide-react'
import type { Schemas } from '../api/client.ts'
import { locale } from '../language/language.ts'
import { Facts } from './facts.tsx'
import { LostRequests } from './lost-requests.tsx'
import { EmptyState } from './states.tsx'

type Row = Schemas['Usage']['data'][number]

interface Props {
  readonly usage: Schemas['Usage']
  /** The name of a row. */
  readonly nameOf: (row: Row) => string
}

const milliseconds = (value: number | null): string =>
  value === null
    ? t({ message: 'None', context: 'latency, as there were no requests' })
    : t`${{ latency: Math.round(value).toLocaleString(locale) }} ms`

const countText = ({ requests, errors }: Row): string =>
  errors > 0
    ? t`${plural(requests, { one: '# request', other: '# requests' })}, ${plural(errors, { one: '# error', other: '# errors' })}`
    : plural(requests, { one: '# request', other: '# requests' })

/** Request counts: the total, then a bar per row, most used first. */
export function UsageView({ usage: { data, totals, lost }, nameOf }: Props) {
  if (totals.requests === 0) {
    return (
      <>
        <LostRequests lost={lost} />
        <EmptyState icon={Activity} title={t`No requests`}>
          <Trans>Requests are counted within seconds.</Trans>
        </EmptyState>
      </>
    )
  }
  const rows = data.toSorted((one, other) => other.requests - one.requests)
  const max = rows[0]?.requests ?? 1
  return (
    <Stack>
      <LostRequests lost={lost} />
      <Facts
        of={[
          [t({ message: 'Requests', context: 'to the API' }), totals.requests.toLocaleString(locale)],
          [t`Errors`, totals.errors.toLocaleString(locale)],
          [t`95th percentile latency`, milliseconds(totals.latency_ms.p95)],
        ]}
      />
      {rows.map((row) => (
        <div key={nameOf(row)}>
          <Group justify="space-between" gap="xs">
            <Text style={{ overflowWrap: 'anywhere' }}>{nameOf(row)}</Text>
            <Text size="sm" c="dimmed">
              {countText(row)}
            </Text>
          </Group>
          <Progress value={(row.requests / max) * 100} aria-label={t`Share of ${{ name: nameOf(row) }}`} />
        </div>
      ))}
    </Stack>
  )
}
