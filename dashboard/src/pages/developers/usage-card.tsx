import { SegmentedControl } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UsageView } from '../../ui/usage-view.tsx'

type Dimension = 'operation' | 'actor' | 'status'

const REFRESH_MS = 10_000

/** Requests of the last 24 hours by what they were, who sent them, or how they ended. */
const usageQuery = (group_by: Dimension) =>
  queryOptions({
    queryKey: ['usage', 'day', group_by],
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const query = { interval: 'total', group_by } as const
      return (await api.get('/account/usage', { params: { query }, parseAs: 'json' }))
        .data as Schemas['Usage']
    },
  })

export function UsageCard() {
  const [by, setBy] = useState<Dimension>('operation')
  const usage = useQuery(usageQuery(by))
  return (
    <Card title="Requests" description="Last 24 hours, most frequent first.">
      <SegmentedControl
        aria-label="By"
        value={by}
        onChange={(chosen) => setBy(chosen as Dimension)}
        data={[
          { value: 'operation', label: 'By operation' },
          { value: 'actor', label: 'By key' },
          { value: 'status', label: 'By status' },
        ]}
      />
      <Loaded query={usage}>
        {(shown) => <UsageView usage={shown} nameOf={(row) => String(row[by] ?? '')} />}
      </Loaded>
    </Card>
  )
}
