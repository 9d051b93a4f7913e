import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Part } from '../../ui/part.tsx'
import { UsageView } from '../../ui/usage-view.tsx'

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
