import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCan } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ArrivalsCard } from './arrivals-card.tsx'
import { Figures } from './figures.tsx'
import { OutcomesCard } from './outcomes-card.tsx'
import type { Period } from './period.ts'
import { statisticsQuery } from './queries.ts'
import { WaitsCard } from './waits-card.tsx'
import { minutesOf } from './words.ts'

/** How one queue did. */
export function QueueInsights({ id, period }: { id: string; period: Period }) {
  const statistics = useQuery(statisticsQuery(id, period))
  const mayExport = useCan('guests:read')
  return (
    <Loaded query={statistics}>
      {(known) => (
        <Stack gap="lg">
          <Card
            title="Totals"
            description="Guests who joined in this period."
            action={mayExport && known.arrivals > 0 && <ExportLink id={id} period={period} />}
          >
            <Figures
              figures={[
                { label: 'parties', value: String(known.arrivals) },
                { label: 'people', value: String(known.guests) },
                { label: 'median wait', value: minutesOf(known.actual_wait?.p50) },
                { label: '90th percentile wait', value: minutesOf(known.actual_wait?.p90) },
                { label: 'average quoted wait', value: minutesOf(known.quoted_wait?.mean) },
              ]}
            />
          </Card>
          <WaitsCard id={id} period={period} />
          <ArrivalsCard statistics={known} />
          <OutcomesCard statistics={known} />
        </Stack>
      )}
    </Loaded>
  )
}

function ExportLink({ id, period }: { id: string; period: Period }) {
  return (
    <Button
      component="a"
      href={`/v1/queues/${id}/guests/export?${new URLSearchParams({ ...period })}`}
      download
      variant="default"
      leftSection={<Download size={18} aria-hidden />}
    >
      Export guests (CSV)
    </Button>
  )
}
